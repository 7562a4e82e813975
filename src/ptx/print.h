/* IR back to PTX text: for messages, traces and round-trip tests. */
#ifndef CULAB_PTX_PRINT_H
#define CULAB_PTX_PRINT_H

#include "base/strbuf.h"
#include "ptx/ir.h"

/* One instruction with its guard, without a line end: "@%p1 add.s32 %r1, %r2, 4;". */
void ptx_print_inst(const PtxFunction *function, const PtxInst *inst, StrBuf *out);
/* The whole module; parsing the result gives the same IR but for positions. */
void ptx_print_module(const PtxModule *module, StrBuf *out);

#endif
