/* Double precision. */
extern "C" __global__ void doubles(double *a, int n)
{
    double x = a[0], y = a[1];
    a[2] = x + y * 3.0 - x / y + sqrt(x) + fma(x, y, 1.0) + fmin(x, y) + fmax(x, y) + fabs(x) + floor(y) + rint(x);
    a[3] = exp(x) + log(y) + sin(x);
    a[4] = __dadd_rz(x, y) + __dmul_ru(x, y) + __drcp_rd(x) + 1.0 / sqrt(y);
    a[5] = x < y ? x : n;
    a[6] = (double)(float)x + (double)(long long)y + (double)(unsigned)n;
    n = (int)x + (int)__double2int_ru(y) + (int)(unsigned long long)x;
    a[n] = 0.1;
}
