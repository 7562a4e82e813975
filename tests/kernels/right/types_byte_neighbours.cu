// Neighbouring threads write neighbouring bytes and halfwords of the same words: no race.
// launch: --grid 2 --block 64
// arg: out:u8[128]
// arg: out:i16[128]
// out 0 = [(3 * i) % 256 for i in range(128)]
// out 1 = [-i for i in range(128)]
extern "C" __global__ void k(unsigned char *bytes, short *shorts)
{
    __shared__ unsigned char tile[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    tile[t] = 3 * i;
    shorts[i] = -i;
    bytes[i] = tile[t];
}
