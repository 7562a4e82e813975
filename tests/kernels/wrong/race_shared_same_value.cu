// All that find something write the same value: milder, but told.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[1]
// wrong: shared-same-value
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    if (in[threadIdx.x] > 10)
        found = 1; // <--
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = found;
}
