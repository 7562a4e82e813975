// malloc() in a kernel asks for more than the heap has, and its answer is not looked at.
// launch: --grid 1 --block 1
// arg: out:i32[1]
// arg: i32=1000000000
// wrong: out-of-bounds
extern "C" __global__ void k(int *out, int bytes)
{
    int *own = (int *)malloc((size_t)bytes * 4);
    own[2] = 7; // <--
    *out = own[2];
    free(own);
}
