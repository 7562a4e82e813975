// A pointer that nobody has set.
// launch: --grid 1 --block 32
// arg: u64=0
// wrong: out-of-bounds
extern "C" __global__ void k(int *a)
{
    a[threadIdx.x] = 1; // <--
}
