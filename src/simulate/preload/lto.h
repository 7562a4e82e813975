/* LTO-IR made to PTX by the real nvJitLink. */
#ifndef CULAB_SIMULATE_LTO_H
#define CULAB_SIMULATE_LTO_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "simulate/preload/nvjitlink.h"

typedef struct Lto Lto;

/* What the real nvJitLink says to the options: its result code; success when it isn't there. */
nvJitLinkResult lto_try_options(const char *const *options, size_t count);
/* NULL: the process has no nvJitLink; `error` says so, or what it answered. */
Lto *lto_new(const char *const *options, size_t count, Error *error);
void lto_free(Lto *lto);
bool lto_add(Lto *lto, const void *data, size_t size, const char *name, Error *error);
/* Links what was added; the PTX is appended to `out`. */
bool lto_complete(Lto *lto, StrBuf *out, Error *error);

#endif
