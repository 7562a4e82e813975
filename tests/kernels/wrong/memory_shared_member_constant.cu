// The same, with a number for the index.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: cells[0].near[4]
// only: own target
template <typename T, int N> struct Cell {
    T near[N], far[N];
};
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ Cell<int, 4> cells[32];
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        cells[t].near[i] = in[t];
        cells[t].far[i] = i;
    }
    cells[t].near[4] = 5; // <--
    out[t] = cells[t].near[2] + cells[t].far[0];
}
