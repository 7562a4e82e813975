/* A source for a compile whose code is to show what the compiler otherwise keeps to itself: where a
 * constant index goes, the types of variables in shared memory, and who goes around a barrier. */
#ifndef CULAB_COMPILE_REVEAL_H
#define CULAB_COMPILE_REVEAL_H

#include "base/strbuf.h"
#include "base/view.h"

/* Appends the source with numbers as indexes made values that the compiler doesn't know, a[4] as
 * a[culab_index(4)]; culab_shared(tile) behind the declaration of a function's shared variables;
 * and culab_behind() behind branches and loops that have a barrier in them
 * (kernels/lab/culab_index.h). Lines stay where they are. It goes by the text alone: what comes out
 * may not compile where the source does. */
void source_reveal(View source, StrBuf *out);

#endif
