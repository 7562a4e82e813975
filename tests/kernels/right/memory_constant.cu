// A polynomial with its coefficients in constant memory.
// launch: --grid 1 --block 64
// data x = [i / 8 for i in range(64)]
// arg: in:f64[64]=@x
// arg: out:f64[64]
// out 1 = [((4 * v + 3) * v + 2) * v + 1 for v in x]
__constant__ double coefficients[4] = {1, 2, 3, 4};
extern "C" __global__ void k(const double *x, double *out)
{
    double v = x[threadIdx.x], sum = 0;
    for (int i = 3; i >= 0; i--)
        sum = sum * v + coefficients[i];
    out[threadIdx.x] = sum;
}
