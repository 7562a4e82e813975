// Infinity as a start value, and NaN that nobody stores.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: i32=0
// arg: out:f32[33]
// out 2 = [31.0] + [math.inf] + [2.0 * i for i in range(1, 32)]
extern "C" __global__ void k(const float *in, int n, float *out)
{
    __shared__ float most[32];
    int t = threadIdx.x;
    float best = INFINITY;
    for (int i = 0; i < n; i++)
        best = fminf(best, in[i]);
    most[t] = in[t];
    __syncthreads();
    float top = -INFINITY;
    for (int i = 0; i < 32; i++)
        top = fmaxf(top, most[i]);
    float odd = in[t] / (in[t] - 1.0f);
    if (t == 0) {
        out[0] = top;
        out[1] = best;
    } else {
        out[t + 1] = isinf(odd) ? 2.0f : 2.0f * in[t];
    }
}
