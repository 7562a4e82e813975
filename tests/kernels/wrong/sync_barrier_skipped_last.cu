// In the last turn some threads go around the barrier, and then to their end.
// launch: --grid 1 --block 64
// arg: in:i32[1008]=ramp
// arg: out:i32[1]
// wrong: divergent-barrier
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int sums[64];
    int t = threadIdx.x;
    sums[t] = 0;
    __syncthreads();
    for (int turn = 0; turn < 16; turn++) {
        int i = 64 * turn + t;
        if (i < 1008) {
            sums[t] += in[i];
            __syncthreads(); // <--
        }
    }
    if (t == 0) {
        int all = 0;
        for (int i = 0; i < 48; i++)
            all += sums[i];
        *out = all;
    }
}
