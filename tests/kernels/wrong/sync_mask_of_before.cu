// The mask of those that were there at the loop's start, where by then some have left the loop and wait behind it.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: deadlock
extern "C" __global__ void k(int *out)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x, sum = 0;
    for (int i = 0; i < lane % 3 + 1; i++)
        sum += __any_sync(mask, sum == i); // <--
    __syncthreads(); // <--
    out[lane] = sum;
}
