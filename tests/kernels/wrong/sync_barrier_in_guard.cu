// The whole work of a kernel, with a barrier, stands under the check of the index.
// launch: --grid 2 --block 64
// arg: in:i32[100]=ramp
// arg: inout:i32[100]=constant:0
// arg: i32=100
// wrong: divergent-barrier
// says: comes to it once
// only: own target
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i < n) {
        tile[t] = in[i];
        __syncthreads(); // <--
        out[i] = tile[t ^ 1];
    }
}
