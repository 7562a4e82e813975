/* PTX in which the last two bits of what approximate instructions give are set, or cleared: what
 * then has another value depends on bits that each device has its own. */
#ifndef CULAB_COMPILE_NUDGE_H
#define CULAB_COMPILE_NUDGE_H

#include "base/strbuf.h"
#include "base/view.h"

/* Appends `ptx`, with an or (`raise`) or an and behind each instruction with .approx or .full whose
 * result is a register of 32 or 16 bits. (Those of 64 bits are coarse: PTX programs refine them,
 * and the last bits are lost in that.) */
void ptx_nudge(View ptx, bool raise, StrBuf *out);

#endif
