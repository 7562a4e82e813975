// An array of structs with padding, by value and by pointer.
// launch: --grid 1 --block 20
// arg: in:f32[80]=ramp
// arg: inout:f32[80]=ramp
// out 1 = [v for i in range(20) for v in (4 * i + 0.5 * (4 * i + 2), 4 * i + 1 + 0.5 * (4 * i + 3), 4 * i + 2, 4 * i + 3)]
struct Particle {
    float2 place, speed;
};
__device__ Particle moved(Particle p, float dt)
{
    p.place.x += dt * p.speed.x;
    p.place.y += dt * p.speed.y;
    return p;
}
extern "C" __global__ void k(const Particle *in, Particle *out)
{
    out[threadIdx.x] = moved(in[threadIdx.x], 0.5f);
}
