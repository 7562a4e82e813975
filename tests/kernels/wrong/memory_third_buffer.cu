// Two buffers, and a number that grows to two.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: uninitialised-shared
// only: own target
// named: line[2][31], 124 bytes past the end of line (256 bytes), whose last element is line[1][31]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int line[2][32];
    int t = threadIdx.x, sum = 0;
    line[0][t] = in[t];
    line[1][t] = 2 * in[t];
    __syncthreads();
    for (int b = 0; b <= in[2]; b++)
        sum += line[b][31 - t]; // <--
    out[t] = sum;
}
