// A column past its row is the first one of the next row.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: m[0][4]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    int m[3][4], t = threadIdx.x, sum = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            m[r][c] = in[t] * r + c;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c <= 4; c++)
            sum += m[r][c] * in[t]; // <--
    out[t] = sum + m[2][in[t] & 3];
}
