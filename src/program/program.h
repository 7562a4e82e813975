/* A host program: compiled by the system's C compiler, run on one case in a process of its own. */
#ifndef CULAB_PROGRAM_PROGRAM_H
#define CULAB_PROGRAM_PROGRAM_H

#include "program/folder.h"
#include "result/result.h"

typedef struct Program {
    ProgramFolder folder;
    char *file;              /* the source's name, as findings have it */
    bool ready;              /* it is compiled */
    VEC(uint32_t) unchecked; /* lines of calls whose result nobody looks at */
    StrBuf image;            /* what was compiled, for its lines */
} Program;

/* Compiles the source; adds what the compiler says to `out`, whose `ok`, `ran` and `trouble` tell
 * the end. `cubin` or, where that is NULL, `ptx` becomes the file kernel.ptx. */
void program_compile(Program *program, const char *file, View source, CompileResult *out);
bool program_set_kernel(Program *program, View image, Error *error);
void program_free(Program *program);

/* One of the case's numbers or buffers. */
typedef struct ProgramDatum {
    const char *name;
    bool is_buffer, has_input, is_result;
    ElementType type;
    uint64_t bytes;
    const unsigned char *input; /* has_input: that many bytes */
    int64_t integer;
    double real;
    bool given; /* afterwards: culab_result() was called for it */
} ProgramDatum;

typedef struct ProgramRun {
    const char *libcuda, *nvrtc;    /* paths or names to open; nvrtc NULL: none */
    const char *const *environment; /* besides; ended by NULL */
    ProgramDatum *data;
    size_t data_count;
    /* Asked every now and then: true: the program is to be stopped. */
    bool (*stopped)(void *state);
    void *stopped_state;
    unsigned char **outputs; /* afterwards: for each datum that is a buffer what it holds (poison
                                where no result was given); the caller frees them */
    /* Told what the program has written since it was told last, while it runs; NULL: nobody. */
    void (*wrote)(void *state, View text);
    void *wrote_state;
    PrintLog *prints; /* gets what kernels printed, or NULL */
} ProgramRun;

/* Runs it and fills `out`: status, texts, findings, metrics and `host`. */
void program_run(Program *program, ProgramRun *run, RunResult *out);

#endif
