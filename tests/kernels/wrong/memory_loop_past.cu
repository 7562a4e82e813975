// A sum of one too many.
// launch: --grid 1 --block 1
// arg: in:f32[100]=ramp
// arg: out:f32[1]
// arg: i32=100
// wrong: out-of-bounds
// only: own target
// says: in[100]: in has 100 elements
extern "C" __global__ void k(const float *in, float *out, int n)
{
    float sum = 0;
    for (int i = 0; i <= n; i++)
        sum += in[i]; // <--
    out[0] = sum;
}
