/* What a program advises about managed memory: kept to be told again, since all memory lies in one
 * place here. */
#ifndef CULAB_SIM_API_MANAGED_H
#define CULAB_SIM_API_MANAGED_H

#include "sim/api/state.h"

void advice_forget(uint64_t address, uint64_t size); /* the memory goes */

#endif
