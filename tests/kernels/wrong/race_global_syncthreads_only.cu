// A block barrier does not order other blocks.
// launch: --grid 2 --block 32
// arg: inout:i32[64]=ramp
// arg: out:i32[64]
// wrong: global-race
extern "C" __global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i; // <--
    __syncthreads();
    out[i] = a[63 - i]; // <--
}
