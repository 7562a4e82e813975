// Sums of segments by shuffles with flags, and atomics at their ends.
// launch: --grid 2 --block 64
// data seg = [i * i // 700 for i in range(128)]
// arg: in:i32[128]=ramp
// arg: in:i32[128]=@seg
// arg: inout:i32[24]=constant:0
// out 2 = [sum(i for i in range(128) if seg[i] == s) for s in range(24)]
extern "C" __global__ void k(const int *in, const int *segment, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int v = in[i], s = segment[i];
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, step), from = __shfl_up_sync(0xffffffff, s, step);
        if (lane >= step && from == s)
            v += left;
    }
    int next = __shfl_down_sync(0xffffffff, s, 1);
    if (lane == 31 || next != s)
        atomicAdd(&sums[s], v);
}
