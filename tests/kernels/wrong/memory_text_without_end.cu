// A text whose end nobody wrote.
// launch: --grid 1 --block 1
// data text = [65] * 20
// arg: in:u8[20]=@text
// arg: out:i32[1]
// wrong: out-of-bounds
// only: own target
// says: in[20]: in has 20 elements
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    int n = 0;
    while (in[n] != 0) // <--
        n++;
    out[0] = n;
}
