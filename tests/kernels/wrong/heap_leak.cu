// Memory of malloc() in a kernel that only some threads give back.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: leak
extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x;
    int *own = (int *)malloc(64 * sizeof(int)); // <--
    own[t] = t;
    out[t] = own[t];
    if (t < 16)
        free(own);
}
