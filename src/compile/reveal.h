/* A source for a compile whose code is to show what the compiler otherwise keeps to itself: where a
 * constant index goes, and the types of variables in shared memory. */
#ifndef CULAB_COMPILE_REVEAL_H
#define CULAB_COMPILE_REVEAL_H

#include "base/strbuf.h"
#include "base/view.h"

/* Appends the source with numbers as indexes made values that the compiler doesn't know, a[4] as
 * a[culab_index(4)], and culab_shared(tile) behind the declaration of a function's shared variables
 * (kernels/lab/culab_index.h). Lines stay where they are. It goes by the text alone: what comes
 * out may not compile where the source does. */
void source_reveal(View source, StrBuf *out);

#endif
