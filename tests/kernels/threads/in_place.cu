// Own elements read and written again and again, beside those of other blocks.
// launch: --grid 301 --block 50
// arg: inout:u8[15050]=ramp
// arg: inout:f64[15050]=ramp
extern "C" __global__ void scale(unsigned char *bytes, double *x)
{
    int i = blockIdx.x * 50 + threadIdx.x;
    for (int k = 0; k < 9; k++) {
        bytes[i] = bytes[i] * 3 + k;
        x[i] += bytes[i];
    }
}
