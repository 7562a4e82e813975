// Threads that store a result of their own return before the others' barrier; optimised code has one store for all.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// out 1 = [49 - i if i < 50 else 0 for i in range(64)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int row[50];
    if (threadIdx.x >= 50) {
        out[threadIdx.x] = 0;
        return;
    }
    row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[49 - threadIdx.x];
}
