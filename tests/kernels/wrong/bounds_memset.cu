// memset() over more than the array has.
// launch: --grid 1 --block 1
// arg: out:u8[100]
// arg: i32=4000000
// wrong: out-of-bounds
extern "C" __global__ void k(unsigned char *out, int bytes)
{
    memset(out, 0, bytes); // <--
}
