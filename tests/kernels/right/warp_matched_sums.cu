// Lanes with the same key find each other, add up among themselves, and one of them writes.
// least: 80
// launch: --grid 2 --block 64
// arg: in:u32[128]=@keys
// arg: inout:u32[5]=constant:0
// data keys = [(i * i) % 5 for i in range(128)]
// out 1 = [sum(i for i in range(128) if keys[i] == b) for b in range(5)]
extern "C" __global__ void k(const unsigned *keys, unsigned *sums)
{
    unsigned i = blockIdx.x * 64 + threadIdx.x, key = keys[i], lane = threadIdx.x % 32;
    unsigned same = __match_any_sync(0xffffffff, key);
    unsigned sum = __reduce_add_sync(same, i);
    if (lane == __ffs(same) - 1)
        atomicAdd(&sums[key], sum);
}
