// A child cannot reach its parent's shared memory.
// launch: --kernel k --grid 1 --block 32
// arg: out:i32[32]
// only: own target
// wrong: private-pointer
__global__ void child(int *out, int *count)
{
    if (count)
        out[threadIdx.x] = threadIdx.x;
}
extern "C" __global__ void k(int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0) {
        count = 32;
        child<<<1, 32>>>(out, &count); // <--
    }
}
