/* LTO-IR made to PTX by the real nvJitLink. */
#ifndef CULAB_SIMULATE_LTO_H
#define CULAB_SIMULATE_LTO_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"

typedef struct Lto Lto;

/* NULL: the process has no nvJitLink; `error` says so, or what it answered. */
Lto *lto_new(const char *const *options, size_t count, Error *error);
void lto_free(Lto *lto);
bool lto_add(Lto *lto, const void *data, size_t size, const char *name, Error *error);
/* Links what was added; the PTX is appended to `out`. */
bool lto_complete(Lto *lto, StrBuf *out, Error *error);

#endif
