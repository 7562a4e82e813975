/* What a program of NVRTC holds after its compile, read into a Compiled. */
#ifndef CULAB_COMPILE_OUTCOME_H
#define CULAB_COMPILE_OUTCOME_H

#include "compile/compile.h"

/* The errors, and the warnings that are about `file` itself. */
void outcome_log(const Compiler *compiler, nvrtcProgram program, const char *file,
                 CompileResult *result);
void outcome_ptx(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out);
/* The kernels that out->ptx has. */
void outcome_kernels(Compiled *out);
/* Without it the driver compiles the PTX. Ended by nothing: it is data. */
void outcome_cubin(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out);
/* The cubin if there is none yet, and what ptxas says of it. */
void outcome_machine(const Compiler *compiler, nvrtcProgram program, Compiled *out);

#endif
