// Block 0 tells the others where its shared memory is.
// launch: --grid 2 --block 32
// arg: in:i32[64]=ramp
// arg: inout:u64[1]=constant:0
// arg: out:i32[64]
// wrong: wrong-space
// only: own target
// says: an address of shared memory that thread (0,0,0) of block (0,0,0) left
extern "C" __global__ void k(const int *in, unsigned long long *where, int *out)
{
    __shared__ int sums[32];
    int t = threadIdx.x, at = blockIdx.x * 32 + t;
    sums[t] = in[at];
    __syncthreads();
    if (at == 0)
        atomicExch(where, (unsigned long long)sums); // <--
    unsigned long long found;
    while ((found = atomicAdd(where, 0)) == 0)
        ;
    out[at] = ((int *)found)[t]; // <--
}
