// A shift that pushes the row out of the int.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: in:i32[64]=@rows
// arg: out:i32[64]
// data rows = [32 * (i % 2) for i in range(64)]
// wrong: index-overflow
extern "C" __global__ void k(const int *in, const int *rows, int *out)
{
    int t = threadIdx.x;
    int at = (rows[t] << 23) * 16 + in[t]; // <--
    out[t] = in[at]; // <--
}
