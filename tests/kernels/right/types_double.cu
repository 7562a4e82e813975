// Doubles keep what floats lose.
// launch: --grid 1 --block 64
// data x = [1 + i * 2.0**-50 for i in range(64)]
// arg: in:f64[64]=@x
// arg: out:f64[64]
// arg: out:i32[64]
// out 1 = [v * v - 1 for v in x]
// out 2 = [0 if i == 0 else 1 for i in range(64)]
extern "C" __global__ void k(const double *x, double *out, int *differs)
{
    int i = threadIdx.x;
    out[i] = __dadd_rn(__dmul_rn(x[i], x[i]), -1.0);
    differs[i] = x[i] != 1.0 && (float)x[i] == 1.0f;
}
