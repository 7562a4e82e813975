// Neighbours at the edges are the edges themselves.
// launch: --grid 2 --block 16
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [max(i - 1, 0) + min(i + 1, 31) for i in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[max(i - 1, 0)] + in[min(i + 1, 31)];
}
