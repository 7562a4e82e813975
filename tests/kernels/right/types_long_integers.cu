// 64-bit arithmetic: products, quotients, shifts, high halves.
// launch: --grid 1 --block 50
// data a = [(i * 0x9E3779B97F4A7C15) % 2**63 for i in range(50)]
// arg: in:i64[50]=@a
// arg: out:i64[50]
// arg: out:u64[50]
// out 1 = [v // (i + 3) - v % (i + 3) for i, v in enumerate(a)]
// out 2 = [((v * v) >> 64) ^ (v >> (i % 13)) for i, v in enumerate(a)]
extern "C" __global__ void k(const long long *a, long long *q, unsigned long long *h)
{
    int i = threadIdx.x;
    q[i] = a[i] / (i + 3) - a[i] % (i + 3);
    h[i] = __umul64hi(a[i], a[i]) ^ ((unsigned long long)a[i] >> i % 13);
}
