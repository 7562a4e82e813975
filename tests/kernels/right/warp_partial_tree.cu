// A tree sum of the first eight lanes alone: lanes 4 to 7 reach past the mask, and nobody uses it.
// launch: --grid 1 --block 32
// arg: out:i32[1]
// out 0 = [sum(range(8))]
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, sum = i;
    if (i < 8) {
        for (int step = 4; step > 0; step /= 2)
            sum += __shfl_down_sync(0x000000ff, sum, step);
        if (i == 0)
            *out = sum;
    }
}
