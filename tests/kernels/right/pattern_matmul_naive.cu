// A non-square matrix product, m x k by k x n.
// launch: --grid 3,4 --block 8,8
// data a = [(i * 3) % 7 - 3 for i in range(27 * 13)]
// data b = [(i * 5) % 11 - 5 for i in range(13 * 19)]
// arg: in:f32[351]=@a
// arg: in:f32[247]=@b
// arg: out:f32[513]
// arg: i32=27
// arg: i32=13
// arg: i32=19
// out 2 = [sum(a[13 * r + q] * b[19 * q + c] for q in range(13)) for r in range(27) for c in range(19)]
extern "C" __global__ void k(const float *a, const float *b, float *c, int m, int q, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < q; i++)
        sum += a[row * q + i] * b[i * n + col];
    c[row * n + col] = sum;
}
