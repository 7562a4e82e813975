/* What the kernels of lesson 19 must compute. */

void sum_of_eight(const int *in, int *out)
{
    *out = 0;
    for (int i = 0; i < 8; i++)
        *out += in[i];
}

/* Runs of 64 elements, each backwards; the last may be shorter. */
void reverse_blocks(const int *in, int *out, int n)
{
    for (int base = 0; base < n; base += 64) {
        int count = n - base < 64 ? n - base : 64;
        for (int t = 0; t < count; t++)
            out[base + t] = in[base + count - 1 - t];
    }
}

void pairs(const int *in, int *out, int n)
{
    for (int j = 0; j < n; j++)
        out[j] = in[2 * j] + in[2 * j + 1];
}
