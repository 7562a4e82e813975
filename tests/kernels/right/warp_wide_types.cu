// Shuffles of doubles and 64-bit integers, in two halves each.
// launch: --grid 1 --block 32
// arg: out:f64[32]
// arg: out:i64[32]
// out 0 = [(31 - i) / 3 for i in range(32)]
// out 1 = [(i ^ 1) << 40 for i in range(32)]
extern "C" __global__ void k(double *a, long long *b)
{
    int i = threadIdx.x;
    a[i] = __shfl_sync(0xffffffff, i / 3.0, 31 - i);
    b[i] = __shfl_xor_sync(0xffffffff, (long long)i << 40, 1);
}
