// Two warps of one block, in global memory, without a barrier.
// launch: --grid 1 --block 64
// arg: inout:i32[64]=constant:0
// arg: out:i32[64]
// wrong: global-race
extern "C" __global__ void k(int *a, int *out)
{
    int i = threadIdx.x;
    a[i] = i; // <--
    out[i] = a[63 - i]; // <--
}
