/* What the programs of lesson 8 must compute. */

void bring(const unsigned char *from, unsigned char *to, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = from[i];
}

void square(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i];
}

void count_above(const float *x, int *count, float limit, int n)
{
    *count = 0;
    for (int i = 0; i < n; i++)
        *count += x[i] > limit;
}
