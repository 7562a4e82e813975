// An asynchronous copy that reads past the end of its source.
// least: 80
// launch: --grid 1 --block 64
// arg: in:i32[60]=ramp
// arg: out:i32[64]
// wrong: out-of-bounds
// only: own target (with -G the copy is a function of the header, whose line is told)
#include <cuda_pipeline.h>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // <--
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[t];
}
