/* Whether a source may use a variable that it has not set, or an array past its end. */
#ifndef CULAB_COMPILE_UNSET_H
#define CULAB_COMPILE_UNSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/view.h"

/* True where a function declares a variable or an array without a value, or a struct has a
 * constructor, which may leave members without one: what the compiler makes of the first use cannot
 * be seen in optimised code. Shared memory does not count. It looks at the
 * text alone, so that it may be wrong about code that macros make. */
bool source_has_unset(View source);
/* The same for arrays: of a function's own, in structs, and any of several dimensions. */
bool source_has_array(View source);
/* Whether a line, the first is 1, has an index into what is called so: "name [". */
bool source_has_index(View source, uint32_t line, View name);

#endif
