// malloc() that finds no room is asked whether it did.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// arg: i32=1000000000
// out 0 = [-1] * 32
extern "C" __global__ void k(int *out, int bytes)
{
    int *own = (int *)malloc((size_t)bytes * 8);
    out[threadIdx.x] = own ? own[0] : -1;
    free(own);
}
