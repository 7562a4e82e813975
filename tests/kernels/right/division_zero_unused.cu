// Some threads divide by 0, but what they get is dropped, or was never computed.
// launch: --grid 1 --block 8
// arg: in:i32[8]=@count
// arg: out:i32[8]
// arg: out:u64[8]
// data count = [1, 2, 3, 0, 4, 6, 12, 0]
// out 1 = [12 // c if c else -1 for c in count]
// out 2 = [(100 + i) % c if c else 0 for i, c in enumerate(count)]
extern "C" __global__ void k(const int *count, int *out, unsigned long long *rest)
{
    int t = threadIdx.x, c = count[t], quotient;
    unsigned long long wide = 100 + t;
    asm volatile("div.s32 %0, %1, %2;" : "=r"(quotient) : "r"(12), "r"(c));
    asm volatile("rem.u64 %0, %1, %2;" : "=l"(wide) : "l"(wide), "l"((unsigned long long)c));
    out[t] = c ? quotient : -1;
    rest[t] = 0;
    if (c != 0)
        rest[t] = wide;
}
