// A function is called with a variable that not all threads have set.
// launch: --grid 1 --block 64
// arg: in:f32[64]=ramp
// arg: inout:f32[64]=constant:0
// wrong: uninitialised-variable
// only: own target
namespace units {
__device__ float fahrenheit(float celsius)
{
    return celsius * 1.8f + 32; // <--
}
}
extern "C" __global__ void k(const float *in, float *out)
{
    float warmest;
    for (int i = 0; i < 4; i++)
        if (in[(threadIdx.x + i) % 64] > 40)
            warmest = in[(threadIdx.x + i) % 64];
    out[threadIdx.x] = units::fahrenheit(warmest); // <--
}
