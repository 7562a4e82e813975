// A filter of five numbers, and a loop over six.
// launch: --grid 1 --block 32
// arg: in:f32[64]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: mask[5]: mask has 5 elements
__constant__ float mask[5] = {1, 2, 3, 2, 1};
__constant__ float other[5] = {9, 9, 9, 9, 9};
extern "C" __global__ void k(const float *in, float *out)
{
    float sum = 0;
    for (int i = 0; i <= (int)in[5]; i++)
        sum += in[threadIdx.x + i] * mask[i]; // <--
    out[threadIdx.x] = sum + other[(int)in[threadIdx.x] % 5];
}
