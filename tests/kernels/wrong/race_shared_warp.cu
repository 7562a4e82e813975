// Warp-synchronous code as before Volta: no __syncwarp().
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[1]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ volatile int part[32];
    int i = threadIdx.x;
    part[i] = in[i];
    __syncwarp();
    for (int stride = 16; stride > 0; stride /= 2)
        if (i < stride)
            part[i] += part[i + stride]; // <--
    __syncwarp();
    if (i == 0)
        out[0] = part[0];
}
