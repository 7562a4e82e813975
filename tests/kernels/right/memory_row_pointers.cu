// Pointers into the rows of a shared matrix, and one buffer that begins in the middle of another.
// launch: --grid 1 --block 32
// arg: in:i32[64]=ramp
// arg: out:i32[32]
// out 1 = [63 - i + 31 - i for i in range(32)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int rows[2][32];
    int t = threadIdx.x;
    int *second = rows[1];
    const int *upper = in + 32;
    second[t - 32] = in[t];
    second[t] = upper[t];
    __syncwarp();
    out[t] = rows[1][31 - t] + rows[0][31 - t];
}
