// A tree sum without a barrier in its loop.
// launch: --grid 1 --block 256
// arg: in:f32[256]=ramp
// arg: out:f32[1]
// wrong: shared-race
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float part[256];
    int i = threadIdx.x;
    part[i] = in[i];
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2)
        if (i < stride)
            part[i] += part[i + stride]; // <--
    __syncthreads();
    if (i == 0)
        out[0] = part[0];
}
