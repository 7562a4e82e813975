// Shared memory is asked for in bytes.
// launch: --grid 1 --block 32 --shared 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: line[8]: line has 8 elements
extern __shared__ int line[];
extern "C" __global__ void k(const int *in, int *out)
{
    line[threadIdx.x] = in[threadIdx.x]; // <--
    __syncthreads();
    out[threadIdx.x] = line[31 - threadIdx.x];
}
