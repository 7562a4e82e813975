// A matrix taken as one long array, and its rows by pointers; neighbours above and below by a step of a row.
// launch: --grid 1 --block 32
// arg: in:i32[48]=ramp
// arg: out:i32[32]
// out 1 = [12 * i + 66 + (i + 5) + (i + 1) + (i + 9) + (i + 11) for i in range(32)]
extern "C" __global__ void k(const int *in, int *out)
{
    int m[3][4], t = threadIdx.x, sum = 0;
    for (int i = 0; i < 12; i++)
        m[0][i] = in[t + i];
    for (int i = 0; i < 12; i++)
        sum += (&m[0][0])[i];
    int row = 1 + (in[t] < 0), column = 1 + (in[t] < 0);
    int *here = &m[row][column];
    sum += here[0] + here[-4] + here[4];
    const int(*rows)[4] = m;
    out[t] = sum + rows[row + 1][column + 2];
}
