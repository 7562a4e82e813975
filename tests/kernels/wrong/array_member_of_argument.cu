// A kernel gets a struct by value and goes past the array in it.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// arg: i64=0
// wrong: out-of-bounds
// variable: table.weights[2]
// only: debug information
struct Table {
    short count, weights[2], other;
};
extern "C" __global__ void k(const int *in, int *out, Table table)
{
    int t = threadIdx.x;
    out[t] = table.weights[in[t] % 3] + table.count; // <--
}
