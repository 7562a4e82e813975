// Masks that name lanes which have returned or never were: votes, matches and __syncwarp() wait for
// those that are left.
// launch: --grid 1 --block 40
// arg: out:u32[40]
// out 0 = [sum(1 for j in range(i // 32 * 32, min(i // 32 * 32 + 32, 36)) if j % 2) if i < 36 else 0xC5C5C5C5 for i in range(40)]
extern "C" __global__ void k(unsigned *out)
{
    __shared__ unsigned odd[40];
    unsigned i = threadIdx.x;
    if (i >= 36)
        return;
    odd[i] = __popc(__ballot_sync(0xffffffff, i % 2));
    __syncwarp();
    out[i] = odd[i ^ 1];
}
