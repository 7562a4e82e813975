# Flags for all of culab's own code, and the shape of a folder's library.

option(CULAB_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(CULAB_WERROR "Treat warnings as errors" OFF)
option(CULAB_FUZZ "Build the fuzzers (needs Clang)" OFF)

add_library(culab_flags INTERFACE)
target_compile_options(culab_flags INTERFACE -Wall -Wextra -ffp-contract=off -fno-strict-aliasing)
target_compile_definitions(culab_flags INTERFACE _GNU_SOURCE)
target_include_directories(culab_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
# A loop that Clang can't vectorise is slower, not wrong.
target_compile_options(culab_flags INTERFACE $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>)
if(CULAB_WERROR)
  target_compile_options(culab_flags INTERFACE -Werror)
endif()
if(CULAB_SANITIZE)
  target_compile_options(culab_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(culab_flags INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(culab_flags INTERFACE CULAB_SANITIZE=1)
  # For tests in which Python, that is not built so, loads a library that is.
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libasan.so
    OUTPUT_VARIABLE preload OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(CULAB_PYTHON_ENVIRONMENT LD_PRELOAD=${preload} ASAN_OPTIONS=detect_leaks=0)
endif()
if(CULAB_FUZZ)
  target_compile_options(culab_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(culab_flags INTERFACE -fsanitize=address,undefined)
endif()

# culab_library(NAME [SOURCES glob...] [USES folder...] [LINKS target...])
# The static library of the folder src/NAME. USES is the dependency rule: the folders whose headers
# this one may include (tests/house/includes.py reads these lines).
function(culab_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_library(culab_${NAME} STATIC ${ARG_SOURCES})
  target_link_libraries(culab_${NAME} PRIVATE culab_flags)
  foreach(folder ${ARG_USES})
    if(TARGET culab_${folder})
      target_link_libraries(culab_${NAME} PRIVATE culab_${folder})
    endif()
  endforeach()
  target_link_libraries(culab_${NAME} PRIVATE ${ARG_LINKS})
endfunction()
