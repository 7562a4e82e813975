// RGB to grey with bytes; 3 bytes a pixel.
// launch: --grid 4,3 --block 16,8
// data rgb = [(i * 97 + i // 7) % 256 for i in range(3 * 50 * 20)]
// arg: in:u8[3000]=@rgb
// arg: out:u8[50x20]
// arg: i32=50
// arg: i32=20
// out 1 = [(30 * rgb[3 * i] + 59 * rgb[3 * i + 1] + 11 * rgb[3 * i + 2]) // 100 for i in range(1000)]
extern "C" __global__ void k(const unsigned char *rgb, unsigned char *grey, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const unsigned char *p = rgb + 3 * (y * width + x);
    grey[y * width + x] = (30 * p[0] + 59 * p[1] + 11 * p[2]) / 100;
}
