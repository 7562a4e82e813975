// The mask names lanes that have returned.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// arg: i32=20
// wrong: missing-lanes
extern "C" __global__ void k(int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int sum = i;
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step); // <--
    out[i] = sum;
}
