/* Whether a source may use a variable that it has not set. */
#ifndef CULAB_COMPILE_UNSET_H
#define CULAB_COMPILE_UNSET_H

#include <stdbool.h>

#include "base/view.h"

/* True where a function declares a variable or an array without a value: what the compiler makes of
 * its first use cannot be seen in optimised code. Shared memory does not count. It looks at the
 * text alone, so that it may be wrong about code that macros make. */
bool source_has_unset(View source);

#endif
