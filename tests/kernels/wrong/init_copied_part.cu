// A struct of which one member was never set is copied, and the copy's member is used.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: out:f32[32]
// wrong: uninitialised-local
// variable: a.z
// only: own target
struct Vector {
    float x, y, z;
};

extern "C" __global__ void k(const float *in, float *out)
{
    Vector a, b;
    a.x = in[threadIdx.x];
    a.y = 2;
    b = a; // <--
    b.y += 1;
    out[threadIdx.x] = b.x * b.y * b.z; // <--
}
