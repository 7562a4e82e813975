// An inclusive scan that reads and writes the same array.
// launch: --grid 1 --block 128
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int scan[128];
    int i = threadIdx.x;
    scan[i] = in[i];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        if (i >= step)
            scan[i] += scan[i - step]; // <--
        __syncthreads();
    }
    out[i] = scan[i];
}
