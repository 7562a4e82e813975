/* What the programs of lesson 32 must compute. */

void translate(const unsigned *in, const unsigned *table, unsigned *out, int n, int m)
{
    for (int i = 0; i < n; i++)
        out[i] = table[in[i] % (unsigned)m];
}

void difference(const int *x, int *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] - ((i > 0 ? x[i - 1] : 0) + (i < n - 1 ? x[i + 1] : 0));
}

void bytes_sum(const unsigned *in, unsigned *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (in[i] & 255) + (in[i] >> 8 & 255) + (in[i] >> 16 & 255) + (in[i] >> 24);
}
