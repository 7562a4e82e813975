// An index past an array in one of the shared structs.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: cells[3].near[4]
// only: own target
struct Cell {
    int near[4], far[4];
};
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ Cell cells[32];
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        cells[t].near[i] = in[t];
        cells[t].far[i] = i;
    }
    cells[t].near[in[t] == 3 ? 4 : 1] = 5; // <--
    out[t] = cells[t].near[2] + cells[t].far[0];
}
