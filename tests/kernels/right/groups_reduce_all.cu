// cooperative_groups::reduce in tiles of all sizes, of a partition in two and of the threads that happen to be there.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[256]
// data a = [[i for i in range(64) if i // 8 == t // 8] for t in range(64)]
// data odd = [[i for i in range(64) if i // 32 == t // 32 and i % 2 == t % 2] for t in range(64)]
// out 1 = [sum(x) for x in a] + [max(x) for x in odd] + [sum(range(t // 32 * 32, t // 32 * 32 + 32)) for t in range(64)] + [sum(i for i in range(64) if i // 32 == t // 32 and i % 32 < 20) if t % 32 < 20 else 0 for t in range(64)]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x, v = in[t];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[t] = cg::reduce(cg::tiled_partition<8>(warp), v, cg::plus<int>());
    auto half = cg::binary_partition(warp, t % 2);
    out[64 + t] = cg::reduce(half, v, cg::greater<int>());
    out[128 + t] = cg::reduce(warp, v, cg::plus<int>());
    if (t % 32 < 20) {
        auto here = cg::coalesced_threads();
        out[192 + t] = cg::reduce(here, v, cg::plus<int>());
    } else {
        out[192 + t] = 0;
    }
}
