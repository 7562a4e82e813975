// A constant index before an array.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: b[-1]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int a[4], b[4], t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        a[i] = in[t + i];
        b[i] = in[t] * i;
    }
    out[t] = a[0] * b[0] + b[-1]; // <--
}
