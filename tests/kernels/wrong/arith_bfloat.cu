// A float that rounds up past the largest bfloat16.
// launch: --grid 1 --block 32
// arg: in:f32[32]=constant:3.4e38
// arg: out:u16[32]
// wrong: infinity
// only: own target
extern "C" __global__ void k(const float *in, unsigned short *out)
{
    unsigned short v;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(v) : "f"(in[threadIdx.x])); // <--
    out[threadIdx.x] = v; // <--
}
