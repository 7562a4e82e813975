// The greatest float by compare and swap.
// launch: --grid 4 --block 64
// data x = [((i * 7919) % 1009) / 16 - 40 for i in range(256)]
// arg: in:f32[256]=@x
// arg: inout:f32[1]=constant:-1000
// out 1 = [max(x)]
__device__ float max_by_swap(float *place, float v)
{
    int *bits = (int *)place, old = *(volatile int *)bits, seen;
    while (__int_as_float(old) < v) {
        seen = atomicCAS(bits, old, __float_as_int(v));
        if (seen == old)
            break;
        old = seen;
    }
    return __int_as_float(old);
}
extern "C" __global__ void k(const float *in, float *out)
{
    max_by_swap(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
