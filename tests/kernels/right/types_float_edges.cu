// Infinities, NaN, signed zeros, denormals.
// launch: --grid 1 --block 1
// arg: out:f32[8]
// also: infinity, not-a-number
// out 0 = [math.inf, -math.inf, math.nan, 2.0**-149, 1, 0, 3, 1]
extern "C" __global__ void k(float *out)
{
    volatile float zero = 0.0f, tiny = 1.401298464e-45f, big = 3e38f;
    out[0] = 1.0f / zero;
    out[1] = -big * 10.0f;
    out[2] = zero / zero;
    out[3] = tiny;
    out[4] = signbit(-zero);
    out[5] = __int_as_float(0x00000000);
    out[6] = fmaxf(zero / zero, 3.0f);
    out[7] = isnan(zero / zero) && isinf(1.0f / zero);
}
