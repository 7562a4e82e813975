/* What PTX asks of LTO-IR that is linked with it: kept from the optimiser, and handed to the
 * linker. */
#ifndef CULAB_SIMULATE_ANCHOR_H
#define CULAB_SIMULATE_ANCHOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "ptx/link.h"

/* The real nvJitLink makes PTX of LTO-IR only, and drops what no kernel in it calls. An anchor is a
 * kernel in LTO-IR that takes the addresses of all functions that the PTX declares and doesn't
 * define. NVRTC of the process compiles it, for "sm_86" as `target` says. False: nothing is asked
 * for, or there is no NVRTC. */
bool anchor_make(const PtxLinkInput *inputs, size_t count, const char *target, StrBuf *lto_ir);
/* Appends the PTX that came of it, without the anchor and with those functions visible. */
void anchor_remove(View ptx, const PtxLinkInput *inputs, size_t count, StrBuf *out);

#endif
