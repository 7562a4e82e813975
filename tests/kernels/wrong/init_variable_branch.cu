// A comparison with a variable that only some threads have set.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: inout:i32[64]=ramp
// wrong: uninitialised-variable
extern "C" __global__ void k(const int *in, int *out)
{
    int best, t = threadIdx.x;
    if (t % 2)
        best = in[t] / 2;
    if (in[t] > best) // <--
        out[t] = __ldg(&in[63 - t]) + 1;
}
