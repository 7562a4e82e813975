// An asynchronous fill in one stream, a grid in another.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

extern "C" __global__ void k(int *p)
{
    cudaStream_t a;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaMemsetAsync(p, 0, 32 * sizeof(int), a); // <--
    fill<<<1, 32>>>(p, 3);
    cudaStreamDestroy(a);
}
