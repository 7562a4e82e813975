// Lanes with equal values find each other, and the first of each group counts for all.
// launch: --grid 1 --block 32
// data x = [(i * i) % 7 for i in range(32)]
// arg: in:i32[32]=@x
// arg: inout:i32[7]=constant:0
// out 1 = [x.count(v) for v in range(7)]
extern "C" __global__ void k(const int *in, int *bins)
{
    int v = in[threadIdx.x];
    unsigned peers = __match_any_sync(0xffffffff, v);
    if (threadIdx.x == __ffs(peers) - 1)
        bins[v] = __popc(peers);
}
