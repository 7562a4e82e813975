// Starts of rows, one more than there are rows.
// launch: --grid 1 --block 8
// data starts = [2 * i for i in range(9)]
// arg: in:i32[9]=@starts
// arg: in:i32[16]=ramp
// arg: out:i32[8]
// out 2 = [4 * t + 1 for t in range(8)]
// only: own target
extern "C" __global__ void k(const int *starts, const int *values, int *out)
{
    int row = threadIdx.x, sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; i++)
        sum += values[i];
    out[row] = sum;
}
