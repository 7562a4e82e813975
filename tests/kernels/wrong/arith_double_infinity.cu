// exp() of too much.
// launch: --grid 1 --block 32
// arg: in:f64[32]=@x
// arg: out:f64[32]
// data x = [100.0 * i for i in range(32)]
// wrong: infinity
// only: own target
extern "C" __global__ void k(const double *in, double *out)
{
    int t = threadIdx.x;
    double x = in[t], y = 1.0;
    y = 1e300 * (x + 1.0) * (x + 1.0) * (x + 1.0) * (x + 1.0); // <--
    out[t] = y; // <--
}
