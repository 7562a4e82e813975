// An index past a thread's own array, by more than the frame.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// arg: i32=4000
// wrong: out-of-bounds
extern "C" __global__ void k(const int *in, int *out, int step)
{
    int own[16];
    for (int i = 0; i < 16; i++)
        own[i] = in[i] + i;
    own[in[threadIdx.x] * step & 0xffff] = 1; // <--
    out[threadIdx.x] = own[in[threadIdx.x] & 15];
}
