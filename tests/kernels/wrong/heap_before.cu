// An index one below the start of what malloc() gave: the heap's own words stand there.
// launch: --grid 1 --block 1
// arg: out:i32[1]
// arg: i32=0
// wrong: out-of-bounds
extern "C" __global__ void k(int *out, int at)
{
    int *own = (int *)malloc(16 * sizeof(int));
    own[at - 1] = 1; // <--
    *out = own[at - 1];
    free(own);
}
