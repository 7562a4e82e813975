// The neighbour of the block's last thread.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: uninitialised-shared
// only: own target
// says: line[32]: line has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int line[32];
    int t = threadIdx.x;
    line[t] = in[t];
    __syncthreads();
    out[t] = line[t] + line[t + 1]; // <--
}
