// Each round those that are not done yet vote, and shuffle among themselves.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [t % 5 + 1 for t in range(32)]
extern "C" __global__ void k(int *out)
{
    unsigned left = 0xffffffff;
    int lane = threadIdx.x, rounds = 0, todo = lane % 5 + 1;
    while (true) {
        left = __ballot_sync(left, rounds < todo);
        if (rounds >= todo)
            break;
        int first = __shfl_sync(left, lane, __ffs(left) - 1);
        rounds += first >= 0;
    }
    out[lane] = rounds;
}
