/* Parts of kernels' names. */
#ifndef CULAB_RESULT_KERNEL_NAME_H
#define CULAB_RESULT_KERNEL_NAME_H

#include <stdbool.h>

#include "base/view.h"

/* "tile<float>" of "space::tile<float>", "tile" without the arguments. */
View kernel_name_last(const char *name, bool arguments);

#endif
