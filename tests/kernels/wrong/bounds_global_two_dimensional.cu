// Width and height are taken for each other in a 30x20 image.
// launch: --grid 4,4 --block 8,8
// arg: inout:u8[30x20]=ramp
// arg: i32=30
// arg: i32=20
// wrong: out-of-bounds
extern "C" __global__ void k(unsigned char *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width)
        image[y * width + x] += 1; // <--
}
