// Parts of device variables and of what a parameter points at, written by two blocks.
// launch: --grid 2 --block 32
// arg: inout:f32[128]=ramp
// wrong: global-race
// named: Race on p[0].vx
// named: Race on grid[2][1][3]
// named: Race on best.where.y
struct Particle {
    float x, y, vx, vy;
};
struct Best {
    float value;
    float2 where;
};
__device__ float grid[4][2][5];
__device__ Best best;
extern "C" __global__ void k(Particle *p)
{
    int t = threadIdx.x;
    p[t].vx = blockIdx.x; // <--
    if (t == 0) {
        grid[2][1][3] = blockIdx.x; // <--
        best.where.y = blockIdx.x;  // <--
    }
}
