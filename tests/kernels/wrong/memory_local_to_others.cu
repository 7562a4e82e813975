// Thread 0 tells the others where its own variable is.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: wrong-space
// only: own target
// says: an address of local memory that thread (0,0,0) of block (0,0,0) left
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int *where;
    int own[2] = {in[threadIdx.x], 7};
    if (threadIdx.x == 0)
        where = own; // <--
    __syncthreads();
    out[threadIdx.x] = where[in[threadIdx.x] & 1]; // <--
}
