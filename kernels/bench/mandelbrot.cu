// Steps until a point of the plane runs away: neighbouring lanes diverge.
extern "C" __global__ void mandelbrot(int *out, int width, int height, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float re = -2.0f + 3.0f * x / width, im = -1.25f + 2.5f * y / height;
    float a = 0, b = 0;
    int steps = 0;
    while (steps < most && a * a + b * b < 4.0f) {
        float next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        steps++;
    }
    out[y * width + x] = steps;
}
