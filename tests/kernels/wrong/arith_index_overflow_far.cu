// row * width as int, of a matrix with more than 2^31 elements.
// launch: --grid 1 --block 1
// arg: in:i32[64]=ramp
// arg: i32=50000
// arg: out:i32[1]
// wrong: index-overflow, out-of-bounds
extern "C" __global__ void k(const int *in, int width, int *out)
{
    int row = width - 1 + threadIdx.x;
    *out = in[row * width]; // <--
}
