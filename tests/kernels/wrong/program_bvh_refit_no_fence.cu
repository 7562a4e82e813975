// Bounds of a binary tree from the leaves up: of two children the second to arrive goes on to the parent. No fences.
// launch: --grid 4 --block 64
// data parent = [0] + [(i - 1) // 2 for i in range(1, 511)]
// arg: in:i32[511]=@parent
// arg: inout:f32[511]=constant:-1
// arg: inout:u32[255]=constant:0
// arg: in:f32[256]=ramp
// arg: i32=255
// wrong: global-race
extern "C" __global__ void k(const int *parent, float *top, unsigned *visits, const float *leaf, int inner)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int node = inner + i;
    top[node] = leaf[i];                                                 // <--
    while (node != 0) {
        node = parent[node];
        if (atomicAdd(&visits[node], 1) == 0) return;
        top[node] = fmaxf(top[2 * node + 1], top[2 * node + 2]);   // <--
    }
}
