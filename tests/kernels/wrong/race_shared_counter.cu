// A plain ++ of all threads.
// launch: --grid 1 --block 64
// arg: out:i32[1]
// wrong: shared-race
extern "C" __global__ void k(int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    count++; // <--
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}
