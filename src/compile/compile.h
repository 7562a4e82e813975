/* NVRTC as the lab uses it: options, headers from memory, diagnostics, the kernels' names.
 *
 * NVRTC adds the folder that the process stands in to the include path; a program that compiles
 * foreign sources should stand in a folder where there is nothing (the worker does). */
#ifndef CULAB_COMPILE_COMPILE_H
#define CULAB_COMPILE_COMPILE_H

#include "base/error.h"
#include "compile/entries.h"
#include "cuda/nvrtc.h"
#include "result/result.h"

typedef struct Compiler {
    Nvrtc nvrtc;
    int machine;        /* 90: sm_90, for the figures of machine code; 0: none can be made */
    int target;         /* 86: compute_86, or sm_86 */
    bool machine_code;  /* for this very device, beside the PTX */
    bool device_printf; /* kernels print through kernels/lab/culab_printf.h */
    bool not_minimal;   /* this NVRTC does not know that option */
    bool open;
} Compiler;

/* A compiled source. */
typedef struct Compiled {
    CompileResult result;
    EntryList entries;
    char *ptx;   /* ended by NUL; NULL when it did not compile */
    char *cubin; /* machine code; NULL: none was made */
    size_t cubin_size;
} Compiled;

/* Opens NVRTC and chooses the target for a device of this compute capability (10 * major + minor):
 * the newest that NVRTC knows, as machine code where the device can run it; for the simulator, of
 * those that the engine is made for. On false,
 * `error` (ERROR_MACHINE) says what is missing and how to install it. */
bool compiler_open(Compiler *compiler, int capability, bool simulated, Error *error);
void compiler_close(Compiler *compiler);
/* "13.0" */
void compiler_version(const Compiler *compiler, StrBuf *out);
/* `wants`: CODE_... of result.h. `file` stands in diagnostics and line tables by its last part. */
void compiler_compile(Compiler *compiler, const char *file, View source, uint32_t wants,
                      Compiled *out);
/* Kernels that a host program loads print by the driver's own printf: `own_printf` false. */
void compiler_compile_as(Compiler *compiler, const char *file, View source, uint32_t wants,
                         bool own_printf, Compiled *out);
/* A source that is PTX already (its file's name ends in .ptx): needs no NVRTC. */
bool compiled_is_ptx(const char *file);
void compiled_take_ptx(const char *file, View ptx, Compiled *out);
void compiled_free(Compiled *compiled);

#endif
