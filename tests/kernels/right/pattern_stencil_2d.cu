// A 2-D stencil with a halo: a strided loop loads the whole tile.
// launch: --grid 3,3 --block 8,8
// arg: in:i32[20x18]=ramp
// arg: out:i32[20x18]
// arg: i32=20
// arg: i32=18
// out 1 = [sum(20 * v + u for v in (y - 1, y, y + 1) for u in (x - 1, x, x + 1) if 0 <= u < 20 and 0 <= v < 18) for y in range(18) for x in range(20)]
extern "C" __global__ void k(const int *in, int *out, int width, int height)
{
    __shared__ int tile[10][10];
    int left = blockIdx.x * 8 - 1, top = blockIdx.y * 8 - 1;
    for (int i = threadIdx.y * 8 + threadIdx.x; i < 100; i += 64) {
        int x = left + i % 10, y = top + i / 10;
        tile[i / 10][i % 10] =
            x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
    int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y, sum = 0;
    if (x >= width || y >= height)
        return;
    for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
            sum += tile[threadIdx.y + v][threadIdx.x + u];
    out[y * width + x] = sum;
}
