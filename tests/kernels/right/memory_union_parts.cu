// A union's other side.
// launch: --grid 1 --block 32
// arg: in:f32[32]=constant:1
// arg: out:i32[32]
// out 1 = [16256] * 32
// only: own target
union Float {
    float value;
    unsigned short half[2];
    unsigned char bytes[4];
};
extern "C" __global__ void k(const float *in, int *out)
{
    Float f;
    f.value = in[threadIdx.x];
    out[threadIdx.x] = f.half[1] + f.bytes[0] * 0 + (f.bytes[3] == 63 ? 0 : 1);
}
