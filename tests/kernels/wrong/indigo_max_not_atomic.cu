// A conditional maximum: read, compared and written in three steps.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(const int *in, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > *most) // <--
        *most = in[i]; // <--
}
