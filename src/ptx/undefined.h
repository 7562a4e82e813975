/* Names that a module uses and nobody defines. */
#ifndef CULAB_PTX_UNDEFINED_H
#define CULAB_PTX_UNDEFINED_H

#include <stdbool.h>

#include "ptx/ir.h"

/* Whether the device brings a function of this name. */
typedef bool PtxKnown(View name);

/* A name that some function of the module uses, but neither the module nor the device defines;
 * empty: none. */
View ptx_undefined_name(const PtxModule *module, PtxKnown *known);

#endif
