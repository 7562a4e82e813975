/* The exported functions, declared from the table, so that definitions cannot part from the ABI. */
#ifndef CULAB_SIM_API_SYMBOLS_H
#define CULAB_SIM_API_SYMBOLS_H

#include "cuda/types.h"

#define API_EXPORT __attribute__((visibility("default")))

#define CUDA_SYMBOL(symbol, parameters) API_EXPORT CUresult symbol parameters;
#include "cuda/driver.def"

#endif
