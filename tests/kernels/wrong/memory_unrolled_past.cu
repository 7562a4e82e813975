// A loop of known length goes one too far.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: own[4]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int own[4], sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        own[i] = in[threadIdx.x + i];
#pragma unroll
    for (int i = 0; i <= 4; i++)
        sum += own[i]; // <--
    out[threadIdx.x] = sum;
}
