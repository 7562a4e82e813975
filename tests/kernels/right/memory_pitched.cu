// Rows with a pitch, which is added to a pointer to bytes.
// launch: --grid 1 --block 7,4
// arg: in:f32[32]=ramp
// arg: out:f32[28]
// arg: i32=32
// out 1 = [8 * (i // 7) + i % 7 for i in range(28)]
// only: own target
extern "C" __global__ void k(const float *in, float *out, int pitch)
{
    const float *row = (const float *)((const char *)in + threadIdx.y * pitch);
    out[threadIdx.y * 7 + threadIdx.x] = row[threadIdx.x];
}
