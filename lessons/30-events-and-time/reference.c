/* What the programs of lesson 30 must compute. */

void saxpy(float a, const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void settle(float *x, int rounds, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rounds; k++)
            x[i] = x[i] * 0.5f + 1;
}

void square(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i];
}
