/* What the kernels of lesson 25 must compute. */

void tickets(int *counter, int *seen)
{
    for (int i = 0; i < 8; i++) {
        seen[i] = *counter;
        *counter += 10;
    }
}

void count_above(const int *in, int n, int limit, int *count)
{
    for (int i = 0; i < n; i++)
        *count += in[i] > limit;
}

void even_per_block(const int *in, int *out, int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 96 == 0)
            out[i / 96] = 0;
        out[i / 96] += in[i] % 2 == 0;
    }
}

void histogram(const unsigned char *data, int n, unsigned *bins)
{
    for (int i = 0; i < n; i++)
        bins[data[i]]++;
}
