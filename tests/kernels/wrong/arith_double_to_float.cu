// A double whose root is none, stored as a float.
// launch: --grid 1 --block 8
// arg: in:f32[8]=ramp:-1,1
// arg: out:f32[8]
// wrong: not-a-number
// says: sqrt(-1)
extern "C" __global__ void k(const float *in, float *out)
{
    float root = sqrt((double)in[threadIdx.x]); // <--
    out[threadIdx.x] = root; // <--
}
