// Lanes that run together help each other, however many they are: ranks, a leader's number for its
// group, sums among those that are named, and a block of half a warp.
// launch: --grid 4 --block 16
// arg: in:i32[64]=ramp
// arg: inout:i32[1]=constant:0
// arg: out:i32[64]
// out 1 = [sum(range(64))]
// out 2 = [1] * 64
extern "C" __global__ void k(const int *in, int *total, int *fine)
{
    int i = blockIdx.x * 16 + threadIdx.x, lane = threadIdx.x % 32;
    unsigned mask = __activemask(), lower = mask & ((1u << lane) - 1);
    int leader = __ffs(mask) - 1, sum = 0;
    for (unsigned left = mask; left; left &= left - 1)
        sum += __shfl_sync(mask, in[i], __ffs(left) - 1);
    if (lane == leader)
        atomicAdd(total, sum);
    int rank = __popc(lower), before = lower ? 31 - __clz(lower) : lane;
    int his = __shfl_sync(mask, rank, before);
    fine[i] = rank == 0 ? his == 0 : his == rank - 1;
}
