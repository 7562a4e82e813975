// A number at any byte of a message.
// launch: --grid 1 --block 8
// arg: in:u8[32]=ramp
// arg: out:i32[8]
// wrong: misaligned
// only: own target
// says: (in[3]), which is not a multiple of 4 but 3 past one
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    out[threadIdx.x] = *(const int *)(in + 3 * threadIdx.x); // <--
}
