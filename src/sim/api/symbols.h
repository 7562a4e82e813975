/* The exported functions, declared from the table, so that definitions cannot part from the ABI. */
#ifndef CULAB_SIM_API_SYMBOLS_H
#define CULAB_SIM_API_SYMBOLS_H

#include "cuda/types.h"

#define API_EXPORT __attribute__((visibility("default")))

#define CUDA_SYMBOL(symbol, parameters) API_EXPORT CUresult symbol parameters;
#include "cuda/driver.def"

/* Name, without its version, of the exported function whose code is nearest before the address;
 * NULL: the address does not lie among them. */
const char *proc_name_at(const void *address);

#endif
