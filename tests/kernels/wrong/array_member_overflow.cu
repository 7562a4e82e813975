// An array in a struct, past its end: what follows it there is overwritten.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: s.items[4]
// only: debug information
struct List {
    int count, items[4], limit;
};
extern "C" __global__ void k(const int *in, int *out)
{
    List s;
    int t = threadIdx.x;
    s.count = 0;
    s.limit = 4;
    for (int i = 0; i < 4 + (t == 3); i++)
        s.items[s.count++] = in[t] + i; // <--
    out[t] = s.items[in[t] & 3] + s.limit + s.count;
}
