/* Conversions between all types. */
extern "C" __global__ void conversions(char *c, unsigned char *uc, short *s, unsigned short *us, int *i, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d)
{
    int t = threadIdx.x;
    f[t] = c[t] + uc[t] + s[t] + us[t] + i[t] + u[t] + l[t] + ul[t] + (float)d[t];
    c[t] = (char)f[t]; uc[t] = (unsigned char)f[t]; s[t] = (short)f[t]; us[t] = (unsigned short)d[t];
    i[t] = (int)f[t] + __float2int_rn(f[t]) + __float2int_ru(f[t]) + __float_as_int(f[t]);
    u[t] = (unsigned)f[t]; l[t] = (long long)f[t]; ul[t] = (unsigned long long)d[t] + __double_as_longlong(d[t]);
    d[t] = i[t] + ul[t] + __hiloint2double(i[t], u[t]) + __double2loint(d[t]);
    f[t + 1] = __int2float_rz(i[t]) + __uint_as_float(u[t]) + __ull2float_rd(ul[t]);
}
