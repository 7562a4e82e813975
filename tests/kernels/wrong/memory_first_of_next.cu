// A constant index past an array that lands in the next one.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: a[4]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int a[4], b[4], t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        a[i] = in[t + i];
        b[i] = in[t] * i;
    }
    a[4] = 1; // <--
    out[t] = a[0] * b[0] + a[3] * b[3];
}
