// A block of 40 threads: the last warp has 8 lanes, a sum by shuffles names and reads 32.
// launch: --grid 1 --block 40
// arg: out:i32[40]
// wrong: missing-lanes
extern "C" __global__ void k(int *out)
{
    int sum = threadIdx.x;
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step); // <--
    out[threadIdx.x] = sum;
}
