// Each thread computes four by two elements from shared tiles.
// launch: --grid 1 --block 8,4
// data a = [(i * 3) % 7 - 3 for i in range(256)]
// data b = [(i * 5) % 11 - 5 for i in range(256)]
// arg: in:f32[256]=@a
// arg: in:f32[256]=@b
// arg: out:f32[256]
// out 2 = [sum(a[16 * r + q] * b[16 * q + c] for q in range(16)) for r in range(16) for c in range(16)]
extern "C" __global__ void k(const float *a, const float *b, float *c)
{
    __shared__ float left[16][16], right[16][16];
    int t = threadIdx.y * 8 + threadIdx.x;
    for (int i = t; i < 256; i += 32) {
        left[i / 16][i % 16] = a[i];
        right[i / 16][i % 16] = b[i];
    }
    __syncthreads();
    float sum[4][2] = {};
    int row = 4 * threadIdx.y, col = 2 * threadIdx.x;
    for (int q = 0; q < 16; q++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 2; x++)
                sum[y][x] += left[row + y][q] * right[q][col + x];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 2; x++)
            c[16 * (row + y) + col + x] = sum[y][x];
}
