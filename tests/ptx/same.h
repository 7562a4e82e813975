/* Whether two modules hold the same, but for places in the text and names that printing changes. */
#ifndef CULAB_TESTS_PTX_SAME_H
#define CULAB_TESTS_PTX_SAME_H

#include "base/strbuf.h"
#include "ptx/ir.h"

/* False: `why` says what differs first. */
bool same_modules(const PtxModule *a, const PtxModule *b, StrBuf *why);

#endif
