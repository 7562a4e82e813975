// Integers are read from odd addresses of a byte buffer.
// launch: --grid 1 --block 8
// arg: in:u8[64]=ramp
// arg: out:i32[8]
// wrong: misaligned
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    out[threadIdx.x] = *(const int *)(in + 5 * threadIdx.x); // <--
}
