/* What the kernels of the test course must compute. */

void twice(int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] *= 2;
}
