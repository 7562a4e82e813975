// Sums of equal keys within part of a warp: lanes without a peer left ask for lane -1, and use nothing of it.
// launch: --grid 1 --block 32
// arg: in:i32[27]=ramp
// arg: inout:i32[5]=constant:0
// out 1 = [sum(i for i in range(27) if i % 5 == k) for k in range(5)]
extern "C" __global__ void k(const int *in, int *out)
{
    int lane = threadIdx.x;
    if (lane >= 27)
        return;
    unsigned active = 0x07ffffff;
    int value = in[lane], sum = value, key = lane % 5;
    unsigned peers = __match_any_sync(active, key), rest = peers >> lane >> 1 << lane << 1;
    while (__any_sync(active, rest)) {
        int got = __shfl_sync(active, value, __ffs(rest) - 1);
        if (rest)
            sum += got;
        rest &= rest - 1;
    }
    if (__ffs(peers) - 1 == lane)
        atomicAdd(&out[key], sum);
}
