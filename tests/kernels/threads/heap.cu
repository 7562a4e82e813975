// A few blocks use the heap.
// launch: --grid 100 --block 32
// arg: out:i32[3200]
extern "C" __global__ void heap(int *x)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    x[i] = i;
    if (blockIdx.x % 40 == 7) {
        int *own = (int *)malloc(16);
        own[1] = i * 3;
        x[i] = own[1];
        free(own);
    }
}
