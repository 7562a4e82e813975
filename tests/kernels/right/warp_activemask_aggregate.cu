// One atomic for all lanes that want one: leader, rank, broadcast.
// launch: --grid 4 --block 64
// arg: in:i32[256]=ramp
// arg: inout:i32[1]=constant:0
// arg: inout:i32[256]=constant:-1
// arg: inout:i32[1]=constant:0
// out 1 = [len([i for i in range(256) if i % 3 == 0])]
// out 3 = [sum(i for i in range(256) if i % 3 == 0)]
extern "C" __global__ void k(const int *in, int *count, int *list, int *check)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    if (v % 3 == 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, lane = threadIdx.x % 32, at = 0;
        if (lane == leader)
            at = atomicAdd(count, __popc(mask));
        at = __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
        list[at] = v;
        atomicAdd(check, v);
    }
}
