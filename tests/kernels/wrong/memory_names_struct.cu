// One struct too far.
// launch: --grid 1 --block 34
// arg: inout:f32[132]=ramp
// wrong: out-of-bounds
// named: writes 4 bytes out of bounds: p[33].vx, 8 bytes past the end of
// named: (528 bytes), whose last element is
struct Particle {
    float x, y, vx, vy;
};
extern "C" __global__ void k(Particle *p)
{
    p[threadIdx.x].vx = 0; // <--
}
