/* Operations of streams on single values in memory: waiting for one, writing one. */
#ifndef CULAB_SIM_API_MEMORY_OP_H
#define CULAB_SIM_API_MEMORY_OP_H

#include "sim/api/queue.h"

enum { MEMORY_OPS_MAX = 256 }; /* in a batch */

/* CUDA_SUCCESS, or what a batch is refused with. */
CUresult memory_ops_check(const CUstreamBatchMemOpParams *ops, unsigned count, unsigned flags);
/* One operation that does all of them in their order; copies them. */
CUresult memory_ops_enqueue(Stream *stream, const CUstreamBatchMemOpParams *ops, unsigned count);

#endif
