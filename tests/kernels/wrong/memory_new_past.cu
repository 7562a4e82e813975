// An array of the kernel's own making.
// launch: --grid 1 --block 1
// arg: in:i32[5]=ramp
// arg: out:i32[1]
// wrong: out-of-bounds
// only: own target
// says: right behind the end of the 16-byte allocation
extern "C" __global__ void k(const int *in, int *out)
{
    int *own = new int[4];
    for (int i = 0; i <= 4; i++)
        own[i] = in[i]; // <--
    out[0] = own[1];
    delete[] own;
}
