// Two threads set two bit-fields of one word.
// launch: --grid 1 --block 2
// arg: out:u32[2]
// wrong: shared-race
// only: own target
struct Halves {
    unsigned low : 16, high : 16;
};
extern "C" __global__ void k(unsigned *out)
{
    __shared__ Halves word;
    if (threadIdx.x == 0)
        word.low = word.high = 0;
    __syncthreads();
    if (threadIdx.x == 0) // <--
        word.low = 12; // <--
    else
        word.high = 34;
    __syncthreads();
    out[threadIdx.x] = threadIdx.x ? word.high : word.low;
}
