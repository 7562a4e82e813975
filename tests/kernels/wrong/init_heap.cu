// Heap memory is not zero.
// launch: --grid 1 --block 1
// arg: out:i32[1]
// wrong: uninitialised-global
extern "C" __global__ void k(int *out)
{
    int *own = (int *)malloc(64);
    own[0] = 1;
    out[0] = own[0] + ((volatile int *)own)[1]; // <--
    free(own);
}
