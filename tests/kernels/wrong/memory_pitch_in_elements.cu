// The pitch counts elements, and is added to a pointer to bytes.
// launch: --grid 1 --block 7,4
// arg: in:f32[28]=ramp
// arg: out:f32[28]
// arg: i32=7
// wrong: misaligned
// only: own target
// named: (byte 3 of in[1]), which is not a multiple of 4 but 3 past one
extern "C" __global__ void k(const float *in, float *out, int pitch)
{
    int x = threadIdx.x, y = threadIdx.y;
    const float *row = (const float *)((const char *)in + y * pitch);
    out[y * 7 + x] = row[x]; // <--
}
