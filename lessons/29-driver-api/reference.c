/* What the programs of lesson 29 must compute. */

void saxpy(float a, const float *x, float *y, unsigned long long n)
{
    for (unsigned long long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void scale(float *x, float factor, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= factor;
}

void shift(float *x, float by, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = (x[i] + by) * 2;
}
