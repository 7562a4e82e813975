// An iteration that runs away: infinity minus infinity.
// launch: --grid 1 --block 1
// arg: in:f32[1]=constant:3
// arg: out:f32[1]
// wrong: not-a-number
extern "C" __global__ void k(const float *in, float *out)
{
    float x = in[0];
    for (int i = 0; i < 20; i++)
        x = x * x - x * x * 0.5f * x; // <--
    *out = x; // <--
}
