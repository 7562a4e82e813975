// Structs in shared memory with arrays in them, to their last elements; copied whole too.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [2 * t + 5 + ((t + 1) % 32) for t in range(32)]
// only: own target
struct Cell {
    int near[4];
    float far[2][3];
};
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ Cell cells[32], spare;
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++)
        cells[t].near[i] = in[t];
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            cells[t].far[y][x] = y * 3 + x;
    __syncthreads();
    if (t == 31)
        spare = cells[31];
    __syncthreads();
    Cell next = cells[(t + 1) % 32];
    out[t] = cells[t].near[3] + cells[t].near[0] + (int)cells[t].far[1][2] + next.near[2] +
             spare.near[3] - 31;
}
