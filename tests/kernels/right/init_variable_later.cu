// Declared without values, set on every way: in branches, in a loop, by a call, element by element.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: out:f32[32]
// out 1 = [6 * i if i < 16 else 4 * i for i in range(32)]
__device__ void twice(float v, float *a, float *b) { *a = v; *b = v; }
struct Pair { float first, second; };
extern "C" __global__ void k(const float *in, float *out)
{
    int i = threadIdx.x;
    float sign, a, b, parts[4], last;
    Pair pair;
    if (i < 16)
        sign = 1;
    else
        sign = -1;
    for (int j = 0; j < 4; j++)
        parts[j] = in[i];
    for (int j = 0; j < 4; j++)
        last = parts[j];
    twice(in[i], &a, &b);
    pair.first = in[i];
    pair.second = pair.first;
    out[i] = sign * in[i] + last + a + b + pair.first + pair.second;
}
