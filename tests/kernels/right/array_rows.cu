// Rows and columns, each within bounds: padded, transposed, of structs, of more than two dimensions.
// launch: --grid 1 --block 32
// arg: in:i32[64]=ramp
// arg: out:i32[32]
// out 1 = [sum((i + r + c) * (r + 1) for r in range(3) for c in range(4)) + 3 * (i + 2) + i + 3 for i in range(32)]
struct Cell {
    int value[2], weight;
};
extern "C" __global__ void k(const int *in, int *out)
{
    int padded[3][5], cube[2][2][3], t = threadIdx.x, sum = 0;
    Cell cells[4][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 5; c++)
            padded[r][c] = c < 4 ? in[t + r + c] : 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            cells[c][r].value[(r + c) & 1] = padded[r][c];
            cells[c][r].weight = r + 1;
        }
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 3; r++)
            sum += cells[c][r].value[(r + c) & 1] * cells[c][r].weight;
    for (int i = 0; i < 12; i++)
        cube[i / 6][i / 3 % 2][i % 3] = in[t + i % 4];
    for (int i = 0; i < 3; i++)
        sum += cube[1][0][2];
    out[t] = sum - 3 * in[t] + 3 * in[t + 2] + cube[0][1][0] - 3 * (cube[1][0][2] - in[t]);
}
