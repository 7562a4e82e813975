// Hashes wrap around, and what they index is masked.
// launch: --grid 1 --block 64
// arg: in:u32[64]=ramp
// arg: out:u32[64]
// out 1 = [((i * 2654435761) % 2**32 >> 26) for i in range(64)]
extern "C" __global__ void k(const unsigned *in, unsigned *out)
{
    int t = threadIdx.x;
    unsigned h = in[t] * 2654435761u;
    unsigned lcg = (h * 1664525u + 1013904223u) % 64;
    out[t] = in[h >> 26] + 0 * in[lcg];
}
