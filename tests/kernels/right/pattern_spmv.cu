// A sparse matrix times a vector, rows of different lengths, a warp for each.
// launch: --grid 3 --block 64
// data begin = [r * (r + 1) // 2 for r in range(7)]
// data column = [(3 * j) % 6 for j in range(21)]
// arg: in:i32[7]=@begin
// arg: in:i32[21]=@column
// arg: in:f32[21]=ramp
// arg: in:f32[6]=ramp
// arg: out:f32[6]
// out 4 = [sum(j * column[j] for j in range(begin[r], begin[r + 1])) for r in range(6)]
extern "C" __global__ void k(const int *begin, const int *column, const float *value,
                             const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = begin[row] + lane; j < begin[row + 1]; j += 32)
        sum += value[j] * x[column[j]];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[row] = sum;
}
