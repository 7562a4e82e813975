// bfloat16: as a float without its low half.
// launch: --grid 1 --block 32
// data bits = [0x3F80 + 4 * i for i in range(32)]
// arg: in:u16[32]=@bits
// arg: out:f32[32]
// out 1 = [2 * struct.unpack("f", struct.pack("I", b << 16))[0] for b in bits]
#include <cuda_bf16.h>
extern "C" __global__ void k(const __nv_bfloat16 *x, float *out)
{
    __nv_bfloat16 v = x[threadIdx.x];
    out[threadIdx.x] = __bfloat162float(__hadd(v, v));
}
