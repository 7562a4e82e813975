// All threads write their own value into one place.
// launch: --grid 1 --block 64
// arg: out:i32[1]
// wrong: shared-race
extern "C" __global__ void k(int *out)
{
    __shared__ int last;
    last = threadIdx.x; // <--
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = last;
}
