// Compaction of a block by ballot, with an atomic for the block's place.
// launch: --grid 4 --block 64
// arg: in:i32[256]=ramp
// arg: inout:i32[1]=constant:0
// arg: inout:i32[256]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [len([i for i in range(256) if i % 7 < 3])]
// out 3 = [sum(i for i in range(256) if i % 7 < 3)]
extern "C" __global__ void k(const int *in, int *count, int *out, int *sum)
{
    __shared__ int place[2], base;
    int t = threadIdx.x, v = in[blockIdx.x * 64 + t];
    bool keep = v % 7 < 3;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (t % 32 == 0)
        place[t / 32] = __popc(votes);
    __syncthreads();
    if (t == 0)
        base = atomicAdd(count, place[0] + place[1]);
    __syncthreads();
    if (keep) {
        int at = base + (t >= 32 ? place[0] : 0) + __popc(votes & ((1u << t % 32) - 1));
        out[at] = v;
        atomicAdd(sum, out[at]);
    }
}
