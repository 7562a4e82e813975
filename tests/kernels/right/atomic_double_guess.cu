// Addition of doubles by compare and swap; the first read is plain, as in the programming guide.
// launch: --grid 4 --block 32
// arg: inout:f64[1]=constant:0
// out 0 = [128.0]
// only: optimised code
extern "C" __global__ void k(double *sum)
{
    unsigned long long *bits = (unsigned long long *)sum, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(1.0 + __longlong_as_double(seen)));
    } while (old != seen);
}
