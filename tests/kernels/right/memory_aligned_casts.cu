// Vectors at addresses that are aligned, though the types say nothing of it.
// launch: --grid 1 --block 7
// arg: in:u8[128]=ramp
// arg: out:i32[7]
// out 1 = [int.from_bytes(bytes(range(16 * t + 16, 16 * t + 20)), 'little') + 16 * t + 30 for t in range(7)]
// only: own target
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    int4 v = *(const int4 *)(in + 16 * threadIdx.x + 16);
    short2 s = *(const short2 *)(in + 16 * threadIdx.x + 28);
    out[threadIdx.x] = v.x + (s.y & 0xff);
}
