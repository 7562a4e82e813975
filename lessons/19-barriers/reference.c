/* What the kernels of lesson 19 must compute. */

void sum_of_eight(const int *in, int *out)
{
    *out = 0;
    for (int i = 0; i < 8; i++)
        *out += in[i];
}

/* In runs of 64 elements; the last may be shorter. */
void others(const int *in, int *out, int n)
{
    for (int base = 0; base < n; base += 64) {
        int sum = 0;
        for (int i = base; i < base + 64 && i < n; i++)
            sum += in[i];
        for (int i = base; i < base + 64 && i < n; i++)
            out[i] = sum - in[i];
    }
}

/* Runs of 64 elements, each backwards; the last may be shorter. */
void reverse_runs(const int *in, int *out, int n)
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
