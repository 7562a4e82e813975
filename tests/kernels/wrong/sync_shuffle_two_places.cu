// Both sides of a branch shuffle with the mask of the whole warp.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: deadlock
extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x, v;
    if (t < 16)
        v = __shfl_xor_sync(0xffffffff, t * 3, 1) + out[0]; // <--
    else
        v = __shfl_down_sync(0xffffffff, t * 5, 2); // <--
    out[t] = v;
}
