// A shared matrix that is filled as one long array.
// launch: --grid 1 --block 32
// arg: in:i32[128]=ramp
// arg: out:i32[32]
// out 1 = [127 - 4 * t for t in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[4][32];
    int *line = &tile[0][0], t = threadIdx.x;
    for (int i = t; i < 128; i += 32)
        line[i] = in[i];
    __syncthreads();
    out[t] = tile[0][127 - 4 * t];
}
