// A sum for each block, and room for fewer.
// launch: --grid 5 --block 32
// arg: in:i32[160]=ramp
// arg: out:i32[4]
// wrong: out-of-bounds
// only: own target
// says: partial[4]: partial has 4 elements
extern "C" __global__ void k(const int *in, int *partial)
{
    int sum = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum; // <--
}
