// A constructor sets one of two members; a method uses both.
// launch: --grid 1 --block 8
// arg: in:f32[8]=ramp
// arg: out:f32[8]
// wrong: uninitialised-local
// also: not-a-number
// variable: acc.carry
// only: own target
class Sum {
public:
    float sum, carry;
    __device__ Sum() { sum = 0; }
    __device__ void add(float v)
    {
        float y = v - carry, t = sum + y; // <--
        carry = (t - sum) - y;
        sum = t;
    }
};
extern "C" __global__ void k(const float *in, float *out)
{
    Sum acc;
    for (int i = 0; i < 8; i++)
        acc.add(in[i]);
    out[threadIdx.x] = acc.sum;
}
