// A constant column past the row of a thread's own matrix.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: m[0][3]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int m[3][3], t = threadIdx.x;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            m[y][x] = in[t + y] * x;
    out[t] = m[in[t] % 3][3] + m[2][2]; // <--
}
