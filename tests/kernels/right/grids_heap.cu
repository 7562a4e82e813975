// A child uses memory of the heap that its parent took; the tail launch frees it.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// out 0 = list(range(32))
__global__ void take(int *out, const int *p)
{
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void give_back(int *p)
{
    free(p);
}
extern "C" __global__ void k(int *out)
{
    int *p = (int *)malloc(32 * sizeof(int));
    for (int i = 0; i < 32; i++)
        p[i] = i;
    take<<<1, 32>>>(out, p);
    give_back<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
}
