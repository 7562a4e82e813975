// A stencil in place.
// launch: --grid 4 --block 64
// arg: inout:f32[256]=ramp
// wrong: global-race
extern "C" __global__ void k(float *a)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i > 0 && i < 255)
        a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3; // <--
}
