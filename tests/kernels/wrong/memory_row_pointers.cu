// Where a sparse row ends stands in the next row's element; the last one has none.
// launch: --grid 1 --block 8
// data starts = [0, 2, 4, 6, 8, 10, 12, 14]
// arg: in:i32[8]=@starts
// arg: in:i32[16]=ramp
// arg: out:i32[8]
// wrong: out-of-bounds
// only: own target
// says: starts[8]: starts has 8 elements
extern "C" __global__ void k(const int *starts, const int *values, int *out)
{
    int row = threadIdx.x, sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; i++) // <--
        sum += values[i];
    out[row] = sum;
}
