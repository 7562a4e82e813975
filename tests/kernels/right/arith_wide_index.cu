// The product is made in 64 bits; a 32-bit one that wraps is taken modulo the size.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: i32=100000
// arg: out:i32[32]
// out 2 = [(i * 100000 * 100000) % 32 + i for i in range(32)]
extern "C" __global__ void k(const int *in, int pitch, int *out)
{
    int t = threadIdx.x;
    long long far = (long long)t * pitch * pitch;
    out[t] = in[far % 32] + t;
}
