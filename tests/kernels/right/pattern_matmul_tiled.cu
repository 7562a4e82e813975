// The same in tiles, whose edges are filled with zeros.
// launch: --grid 2,2 --block 16,16
// data a = [(i * 3) % 7 - 3 for i in range(27 * 21)]
// data b = [(i * 5) % 11 - 5 for i in range(21 * 19)]
// arg: in:f32[567]=@a
// arg: in:f32[399]=@b
// arg: out:f32[513]
// arg: i32=27
// arg: i32=21
// arg: i32=19
// out 2 = [sum(a[21 * r + q] * b[19 * q + c] for q in range(21)) for r in range(27) for c in range(19)]
extern "C" __global__ void k(const float *a, const float *b, float *c, int m, int q, int n)
{
    __shared__ float left[16][16], right[16][16];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int t = 0; t < q; t += 16) {
        left[y][x] = row < m && t + x < q ? a[row * q + t + x] : 0.0f;
        right[y][x] = t + y < q && col < n ? b[(t + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
