/* What the programs of lesson 33 must compute. */

void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        sums[row] = 0;
        for (int column = 0; column < columns; column++)
            sums[row] += matrix[row * columns + column];
    }
}

/* In place: of the cells before the step only the first and the one before are still needed. */
void run_steps(int *cells, int n, int steps)
{
    for (int s = 0; s < steps; s++) {
        int first = cells[0], before = cells[n - 1];
        for (int i = 0; i < n; i++) {
            int old = cells[i], after = i + 1 < n ? cells[i + 1] : first;
            cells[i] = before ^ after;
            before = old;
        }
    }
}

void squares(const int *records, int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = records[8 * i + 1] * records[8 * i + 1];
}
