// Forces between particles by cells: each particle is among its own neighbours, at distance 0.
// launch: --grid 4 --block 64
// data p = [(i * 7919 + i // 3 * 331) % 4096 / 512 for i in range(512)]
// arg: in:f32[512]=@p
// arg: inout:i32[65]=constant:0
// arg: inout:i32[64]=constant:0
// arg: out:i32[256]
// arg: out:f32[512]
// arg: i32=256
// wrong: not-a-number
// says: 1 / 0 (rcp.rn.f32), in thread
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define SIDE 8
__device__ int cell_of(float2 p) { return min((int)p.y, SIDE - 1) * SIDE + min((int)p.x, SIDE - 1); }
extern "C" __global__ void k(const float2 *p, int *start, int *fill, int *list, float2 *force, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    float2 me = p[i];
    int cell = cell_of(me);
    atomicAdd(&start[cell + 1], 1);
    grid.sync();
    if (blockIdx.x == 0) {
        __shared__ int scan[64];
        int t = threadIdx.x;
        scan[t] = start[t + 1];
        __syncthreads();
        for (int d = 1; d < 64; d *= 2) {
            int v = t >= d ? scan[t - d] : 0;
            __syncthreads();
            scan[t] += v;
            __syncthreads();
        }
        start[t + 1] = scan[t];
    }
    grid.sync();
    list[start[cell] + atomicAdd(&fill[cell], 1)] = i;
    grid.sync();
    float2 f = make_float2(0, 0);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int cx = cell % SIDE + dx, cy = cell / SIDE + dy;
            if (cx < 0 || cy < 0 || cx >= SIDE || cy >= SIDE) continue;
            int c = cy * SIDE + cx;
            for (int k = start[c]; k < start[c + 1]; k++) {
                int j = list[k];

                float rx = me.x - p[j].x, ry = me.y - p[j].y;
                float r2 = rx * rx + ry * ry;
                if (r2 >= 1) continue;
                float s = 1 / (r2) - 1;   // <--
                f.x += s * rx;
                f.y += s * ry;
            }
        }
    force[i] = f;   // <--
}
