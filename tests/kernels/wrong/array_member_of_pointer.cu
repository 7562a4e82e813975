// An index past an array that is a member of a struct in global memory.
// launch: --grid 1 --block 32
// arg: inout:i32[192]=ramp
// arg: i32=4
// out 0 = range(192)
// wrong: out-of-bounds
// variable: p[5].position[4]
// only: debug information
struct Particle {
    int id, position[4], mass;
};
extern "C" __global__ void k(Particle *p, int dimensions)
{
    int t = threadIdx.x;
    for (int i = 0; i < dimensions + (t == 5); i++)
        p[t].position[i] += p[t].mass; // <--
}
