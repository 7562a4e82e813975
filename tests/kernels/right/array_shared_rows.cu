// Shared matrices: padded, transposed, taken as one long array, a halo around, neighbours by a step of a row.
// launch: --grid 1 --block 8,8
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// out 1 = [(i % 8) * 8 + i // 8 + i + (i - 8 if i >= 8 else 0) + (i - 1 if i % 8 else 0) + i for i in range(64)]
struct Cell {
    int pair[2], sum;
};
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int padded[8][9], halo[10][10], flat[8][8];
    __shared__ Cell cells[8][8];
    int x = threadIdx.x, y = threadIdx.y, at = 8 * y + x;
    for (int i = at; i < 100; i += 64)
        halo[0][i] = 0;
    __syncthreads();
    padded[y][x] = in[at];
    halo[y + 1][x + 1] = in[at];
    flat[0][at] = in[at];
    cells[y][x].pair[at & 1] = in[at];
    __syncthreads();
    int *here = &halo[y + 1][x + 1];
    cells[y][x].sum = cells[y][x].pair[at & 1];
    const int(*row)[8] = flat + y;
    out[at] = padded[x][y] + (&flat[0][0])[at] + here[-10] + halo[y + 1][x] + row[0][x] +
              cells[y][x].sum - (*row)[x];
}
