// A transpose through a padded tile, of a shape that is no multiple of it.
// launch: --grid 2,2 --block 32,8
// arg: in:i32[45x37]=ramp
// arg: out:i32[37x45]
// arg: i32=45
// arg: i32=37
// out 1 = [45 * y + x for x in range(45) for y in range(37)]
extern "C" __global__ void k(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
