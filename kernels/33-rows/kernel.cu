// The sum of each row of a matrix, a thread a row.
extern "C" __global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        int sum = 0;
        for (int column = 0; column < columns; column++)
            sum += matrix[row * columns + column];
        sums[row] = sum;
    }
}
