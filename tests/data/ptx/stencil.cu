/* A 3 by 3 blur with edges, bytes and ternaries. */
extern "C" __global__ void stencil(const unsigned char *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0, count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int u = x + dx, v = y + dy;
            if (u >= 0 && u < width && v >= 0 && v < height) { sum += in[v * width + u]; count++; }
        }
    out[y * width + x] = (unsigned char)(sum / count);
}
