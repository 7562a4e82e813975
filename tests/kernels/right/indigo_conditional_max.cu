// A maximum whose plain look before the atomic is volatile and only saves work.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: inout:i32[1]=constant:0
// out 1 = [127]
extern "C" __global__ void k(const int *in, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > *(volatile int *)most)
        atomicMax(most, in[i]);
}
