// Dynamic shared memory cut into arrays of different types.
// launch: --grid 1 --block 32 --shared 448
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [3 * (31 - t) for t in range(32)]
// only: own target
extern __shared__ double whole[];
extern "C" __global__ void k(const int *in, int *out)
{
    double *first = whole;
    int *second = (int *)(first + 32);
    short *third = (short *)(second + 32);
    int t = threadIdx.x;
    first[t] = in[t];
    second[t] = in[t];
    third[t] = (short)in[t];
    __syncthreads();
    out[t] = (int)first[31 - t] + second[31 - t] + third[31 - t];
}
