// Three bytes of four are set, and all four are added to.
// launch: --grid 1 --block 32
// arg: in:u8[32]=ramp
// arg: out:u32[32]
// wrong: uninitialised-local
// variable: b[3]
// only: own target
extern "C" __global__ void k(const unsigned char *in, unsigned *out)
{
    alignas(4) unsigned char b[4];
    for (int i = 0; i < 3; i++)
        b[i] = in[(threadIdx.x + i) % 32];
    out[threadIdx.x] = *(unsigned *)b + 1u; // <--
}
