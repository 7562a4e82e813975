// cooperative_groups::invoke_one_broadcast: one thread of those that are there takes room for all of them.
// launch: --grid 4 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[256]
// arg: inout:i32[1]=constant:0
// data kept = [i for i in range(256) if i % 3 == 0]
// out 2 = [len(kept)]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out, int *count)
{
    int v = in[blockIdx.x * 64 + threadIdx.x];
    if (v % 3 == 0) {
        auto here = cg::coalesced_threads();
        int first = cg::invoke_one_broadcast(here, [&] { return atomicAdd(count, (int)here.num_threads()); });
        out[first + here.thread_rank()] = v;
    }
}
