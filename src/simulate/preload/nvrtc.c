/* NVRTC's functions that a program asks machine code of: they give PTX. */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "cuda/types.h"
#include "simulate/preload/front.h"
#include "simulate/preload/loaded.h"
#include "simulate/target.h"

typedef nvrtcResult Compile(nvrtcProgram program, int count, const char *const *options);
typedef nvrtcResult GetSize(nvrtcProgram program, size_t *size);
typedef nvrtcResult GetBytes(nvrtcProgram program, char *bytes);

/* One NVRTC in the process; there may be several versions. */
typedef struct Compiler {
    void *library;
    Compile *compile;
    GetSize *ptx_size;
    GetBytes *ptx;
} Compiler;

enum { COMPILERS_MAX = 3 };

typedef struct Compilers {
    pthread_mutex_t lock;
    Compiler all[COMPILERS_MAX];
} Compilers;

static Compilers *compilers(void)
{
    static Compilers the_compilers = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return &the_compilers;
}

#define FILL(compiler, member, name)                                \
    do {                                                            \
        void *symbol_ = loaded_symbol((compiler)->library, (name)); \
        memcpy(&(compiler)->member, &symbol_, sizeof symbol_);      \
    } while (0)

static void compiler_fill(Compiler *compiler, void *library)
{
    compiler->library = library;
    FILL(compiler, compile, "nvrtcCompileProgram");
    FILL(compiler, ptx_size, "nvrtcGetPTXSize");
    FILL(compiler, ptx, "nvrtcGetPTX");
}

/* The place of the library among those known; made when it is new. -1: there are too many. */
static int compiler_place(void *library)
{
    Compilers *known = compilers();
    int place = 0;
    pthread_mutex_lock(&known->lock);
    while (place < COMPILERS_MAX && known->all[place].library &&
           known->all[place].library != library)
        place++;
    if (place == COMPILERS_MAX)
        place = -1;
    else if (!known->all[place].library)
        compiler_fill(&known->all[place], library);
    pthread_mutex_unlock(&known->lock);
    return place;
}

static nvrtcResult compile_with(int place, nvrtcProgram program, int count,
                                const char *const *options)
{
    Compile *real = compilers()->all[place].compile;
    TargetWords words = {0};
    if (!real)
        return NVRTC_ERROR_INTERNAL_ERROR;
    if (count <= 0 || !options)
        return real(program, count, options);
    target_nvrtc(options, (size_t)count, target_capability(), &words);
    nvrtcResult result = real(program, (int)words.size, (const char *const *)words.data);
    target_words_free(&words);
    return result;
}

static nvrtcResult size_with(int place, nvrtcProgram program, size_t *size)
{
    GetSize *real = compilers()->all[place].ptx_size;
    return real ? real(program, size) : NVRTC_ERROR_INTERNAL_ERROR;
}

static nvrtcResult bytes_with(int place, nvrtcProgram program, char *bytes)
{
    GetBytes *real = compilers()->all[place].ptx;
    return real ? real(program, bytes) : NVRTC_ERROR_INTERNAL_ERROR;
}

/* A set of functions for each place, since a program's handle does not tell its compiler. */
#define FRONT(place)                                                    \
    static nvrtcResult compile_##place(nvrtcProgram program, int count, \
                                       const char *const *options)      \
    {                                                                   \
        return compile_with(place, program, count, options);            \
    }                                                                   \
    static nvrtcResult size_##place(nvrtcProgram program, size_t *size) \
    {                                                                   \
        return size_with(place, program, size);                         \
    }                                                                   \
    static nvrtcResult bytes_##place(nvrtcProgram program, char *bytes) \
    {                                                                   \
        return bytes_with(place, program, bytes);                       \
    }
FRONT(0)
FRONT(1)
FRONT(2)

typedef struct FrontRow {
    const char *name;
    void *fronts[COMPILERS_MAX];
} FrontRow;

static const FrontRow rows[] = {
    {"nvrtcCompileProgram", {(void *)compile_0, (void *)compile_1, (void *)compile_2}},
    {"nvrtcGetCUBINSize", {(void *)size_0, (void *)size_1, (void *)size_2}},
    {"nvrtcGetCUBIN", {(void *)bytes_0, (void *)bytes_1, (void *)bytes_2}},
};

void *front_nvrtc(const char *name, void *real)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(name, rows[i].name) != 0)
            continue;
        void *library = loaded_library_of(real);
        if (library == loaded_library_of((void *)compile_0))
            return real; /* the program has no other */
        int place = library ? compiler_place(library) : -1;
        return place < 0 ? real : rows[i].fronts[place];
    }
    return real;
}

/* For programs that are linked with NVRTC: their symbols are bound to these. */
static int linked_place(void)
{
    void *library = loaded_library("libnvrtc.so");
    return library ? compiler_place(library) : -1;
}

#define EXPORT __attribute__((visibility("default")))
EXPORT Compile nvrtcCompileProgram;
EXPORT GetSize nvrtcGetCUBINSize;
EXPORT GetBytes nvrtcGetCUBIN;

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
    int place = linked_place();
    return place < 0 ? NVRTC_ERROR_INTERNAL_ERROR : compile_with(place, program, count, options);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    int place = linked_place();
    return place < 0 ? NVRTC_ERROR_INTERNAL_ERROR : size_with(place, program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *bytes)
{
    int place = linked_place();
    return place < 0 ? NVRTC_ERROR_INTERNAL_ERROR : bytes_with(place, program, bytes);
}
