/* Attributes of functions, and how many blocks of one a multiprocessor takes. */
#ifndef CULAB_SIM_API_FUNCTION_H
#define CULAB_SIM_API_FUNCTION_H

#include "sim/api/module.h"

CUresult function_attribute(const Function *function, CUfunction_attribute attribute, int *value);
CUresult function_attribute_set(Function *function, CUfunction_attribute attribute, int value);
CUresult parameter_info(const PtxFunction *ptx, size_t index, size_t *offset, size_t *size);
/* Bytes of dynamic shared memory that a launch may ask for now. */
uint64_t function_dynamic_limit(const Function *function);
/* Blocks that are resident on a multiprocessor together; 0: not even one fits. */
int function_resident_blocks(const Function *function, uint64_t threads, uint64_t dynamic_shared);

#endif
