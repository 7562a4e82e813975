// Thread 0 of each block introduces its block.

__global__ void introduce()
{
    if (threadIdx.x == 0)
        printf("block %d has %d threads\n", blockIdx.x, blockDim.x);
}
