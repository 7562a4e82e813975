// Numbers put together of bits, with nothing that could overflow on its way to an address.
// launch: --grid 1 --block 64
// arg: in:i32[64]=@x
// arg: out:i32[64]
// data x = [(i * 0x9E3779B1) % 4294967296 - (4294967296 if (i * 0x9E3779B1) % 4294967296 > 2147483647 else 0) for i in range(64)]
// out 1 = [x[((((v & 0xffffffff) << 5 | (v & 0xffffffff) >> 27) & 0xffffffff) & 63)] for v in x]
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    unsigned v = (unsigned)in[t], turned = v << 5 | v >> 27;
    unsigned bytes = (v & 0xff) << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
    int at = (int)(turned & 63);
    out[t] = in[at] + (int)(bytes & 0) ;
}
