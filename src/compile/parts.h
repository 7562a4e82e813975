/* Whether a source has variables of which PTX doesn't tell the elements. */
#ifndef CULAB_COMPILE_PARTS_H
#define CULAB_COMPILE_PARTS_H

#include <stdbool.h>

#include "base/view.h"

/* True where it declares arrays of several dimensions, structs or variables of vector types, looks
 * at memory as another type, or includes what may. It looks at the text alone. */
bool source_has_parts(View source);

#endif
