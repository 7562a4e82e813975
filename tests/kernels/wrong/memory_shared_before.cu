// What lies before dynamic shared memory.
// launch: --grid 1 --block 32 --shared 128
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: line[-1]: line has 32 elements
extern __shared__ int line[];
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    line[t] = in[t];
    __syncthreads();
    out[t] = line[t - 1]; // <--
}
