// Build side: keys claimed by atomicCAS, payload put beside them; probe side after the grid's barrier.
// launch: --grid 4 --block 128
// data k = [(i * 37) % 1009 + 1 for i in range(512)]
// arg: in:u32[512]=@k
// arg: inout:u32[1024]=constant:0
// arg: out:u32[1024]
// arg: out:u32[512]
// arg: i32=512
// out 3 = [i * 3 for i in range(512)]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const unsigned *key, unsigned *slot, unsigned *payload, unsigned *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned k = key[i];
    unsigned h = (k * 2654435761u) >> 22;
    for (;;) {
        unsigned old = atomicCAS(&slot[h], 0u, k);
        if (old == 0 || old == k) break;
        h = (h + 1) & 1023;
    }
    payload[h] = i * 3;
    cg::this_grid().sync();
    h = (k * 2654435761u) >> 22;
    while (slot[h] != k) h = (h + 1) & 1023;
    found[i] = payload[h];
}
