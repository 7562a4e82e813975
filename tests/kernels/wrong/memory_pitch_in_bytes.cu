// The pitch counts bytes, the index elements.
// launch: --grid 1 --block 8,4
// arg: in:f32[64]=ramp
// arg: out:f32[32]
// arg: i32=64
// wrong: out-of-bounds
// only: own target
// says: in[64]: in has 64 elements
extern "C" __global__ void k(const float *in, float *out, int pitch)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * 8 + x] = in[y * pitch + x]; // <--
}
