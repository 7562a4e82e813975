// Two arrays of a set, one of which is shorter.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: in:f32[31]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: y[31]: y has 31 elements
struct Points {
    const float *x, *y;
};
__device__ __forceinline__ float norm(Points p, int i)
{
    return p.x[i] * p.x[i] + p.y[i] * p.y[i]; // <--
}
extern "C" __global__ void k(const float *x, const float *y, float *out)
{
    Points p = {x, y};
    out[threadIdx.x] = norm(p, threadIdx.x);
}
