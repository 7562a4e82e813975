// Addition of doubles by compare and swap, first read by an atomic.
// launch: --grid 2 --block 32
// arg: inout:f64[1]=constant:0
// out 0 = [sum(range(64)) / 2]
extern "C" __global__ void k(double *sum)
{
    unsigned long long *bits = (unsigned long long *)sum, old = atomicAdd(bits, 0ull), seen;
    double v = (blockIdx.x * 32 + threadIdx.x) / 2.0;
    for (;;) {
        seen = atomicCAS(bits, old, __double_as_longlong(v + __longlong_as_double(old)));
        if (seen == old)
            break;
        old = seen;
    }
}
