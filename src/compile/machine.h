/* What the machine's code of a source looks like: registers and spills as ptxas tells them, and the
 * instructions as nvdisasm writes them. */
#ifndef CULAB_COMPILE_MACHINE_H
#define CULAB_COMPILE_MACHINE_H

#include "base/view.h"
#include "result/result.h"

/* Reads ptxas's report (--ptxas-options=-v) out of NVRTC's log; lines of other kinds are passed
 * over. */
void machine_read_log(View log, CompileResult *out);
/* Disassembles a cubin into `out->sass`, or says in `out->sass_trouble` why not. nvdisasm is looked
 * for at $CULAB_NVDISASM, in $PATH, and beside the toolkit whose NVRTC lies at `nvrtc_path`. */
void machine_disassemble(View cubin, const char *nvrtc_path, CompileResult *out);

#endif
