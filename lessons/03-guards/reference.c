/* What the kernels of lesson 3 must compute. */

void vector_add(const float *a, const float *b, float *c, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

void reverse(const int *in, int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[n - 1 - i];
}

void square(const int *in, int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i];
}
