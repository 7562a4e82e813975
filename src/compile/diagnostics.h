/* The compiler's log as diagnostics. */
#ifndef CULAB_COMPILE_DIAGNOSTICS_H
#define CULAB_COMPILE_DIAGNOSTICS_H

#include "result/result.h"

typedef VEC(Diagnostic) DiagnosticList;

/* Reads NVRTC's log:
 *
 *     k.cu(3): error: identifier "x" is undefined
 *           int i = x;
 *                   ^
 *               detected during ...
 *
 * and ptxas's: "ptxas application ptx input, line 12; error   : text". The column (in bytes) is
 * that of the caret. Source and caret lines are left out, further lines go into the text. At most
 * `limit` diagnostics are kept, errors first to stay; then one more says how many were not. */
void diagnostics_parse(View log, size_t limit, DiagnosticList *out);

#endif
