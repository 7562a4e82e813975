// A ring buffer whose unsigned counters wrap around.
// launch: --grid 1 --block 32
// arg: in:u32[32]=ramp
// arg: u32=4294967280
// arg: out:u32[32]
// out 2 = [((4294967280 + i) % 2**32) % 32 for i in range(32)]
extern "C" __global__ void k(const unsigned *in, unsigned head, unsigned *out)
{
    unsigned t = threadIdx.x;
    unsigned at = head + t;
    out[at - head] = in[at & 31];
}
