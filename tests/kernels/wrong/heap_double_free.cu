// The same block of the heap is freed by two threads.
// launch: --grid 1 --block 32
// wrong: double-free
// arg: i32=0
extern "C" __global__ void k(int unused)
{
    __shared__ void *shared;
    if (threadIdx.x == 0)
        shared = malloc(64);
    __syncwarp();
    if (threadIdx.x < 2)
        free(shared); // <--
}
