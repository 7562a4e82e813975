// free() gets a pointer into the memory, not the one that malloc() gave.
// launch: --grid 1 --block 1
// arg: out:i32[1]
// wrong: invalid-free
extern "C" __global__ void k(int *out)
{
    int *own = (int *)malloc(64 * sizeof(int));
    own[3] = 7;
    *out = own[3];
    free(own + 3); // <--
}
