// A number of eight bytes at an odd place of a local array.
// launch: --grid 1 --block 1
// arg: in:i32[16]=ramp
// arg: out:i32[1]
// arg: i32=3
// wrong: misaligned
extern "C" __global__ void k(const int *in, int *out, int at)
{
    unsigned char own[64];
    for (int i = 0; i < 64; i++)
        own[i] = in[i % 16];
    *out = *(volatile int *)(own + at); // <--
}
