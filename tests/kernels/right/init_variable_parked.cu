// Variables that only some threads set go through shared memory, other variables and functions; what
// is used in the end was set.
// launch: --grid 1 --block 64
// arg: in:f32[64]=ramp
// arg: out:f32[64]
// arg: out:i32[64]
// out 1 = [4 * (i % 16) + 1 for i in range(64)]
// out 2 = [-1 if i < 32 else i for i in range(64)]
__device__ void load(const float4 *in, int t, float4 *to)
{
    if (t < 16)
        *to = in[t];
}
__device__ float second(float4 pixel)
{
    return pixel.y;
}
__device__ int chosen(int number, bool good)
{
    return good ? number : -1;
}
extern "C" __global__ void k(const float4 *in, float *out, int *numbers)
{
    __shared__ float4 pixels[64];
    int t = threadIdx.x, number;
    float4 mine, copy;
    load(in, t, &mine);
    copy = mine;
    pixels[t] = copy;
    __syncthreads();
    out[t] = second(pixels[t % 16]);
    if (t >= 32)
        number = t;
    numbers[t] = chosen(number, t >= 32);
}
