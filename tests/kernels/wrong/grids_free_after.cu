// The parent frees what it has just given its child.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// wrong: use-after-free
// also: grid-race
__global__ void take(int *out, int *p)
{
    out[threadIdx.x] = p[threadIdx.x]; // <--
}
extern "C" __global__ void k(int *out)
{
    int *p = (int *)malloc(32 * sizeof(int));
    for (int i = 0; i < 32; i++)
        p[i] = i;
    take<<<1, 32>>>(out, p);
    free(p);
}
