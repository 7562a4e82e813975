/* Whether the lab's own printf can stand in for the driver's in a source. */
#ifndef CULAB_COMPILE_PRINT_USE_H
#define CULAB_COMPILE_PRINT_USE_H

#include <stdbool.h>

#include "base/view.h"

/* True: the source calls printf(...) and has no function, member or macro of its own by that name.
 * Comments and strings do not count. */
bool source_prints(View source);

#endif
