/* Integer arithmetic of all widths. */
template <typename T> __device__ T mix(T a, T b)
{
    return a * b + a / (b | 1) - a % (b | 1) + (a << (b & 3)) - (a >> (b & 3)) + (a > b ? a : b) + (a < b ? a : b);
}
extern "C" __global__ void integers(int *i, unsigned *u, long long *l, unsigned long long *v, short *s, unsigned char *c)
{
    int t = threadIdx.x;
    i[t] = mix(i[t], t) + abs(i[t]);
    u[t] = mix(u[t], 7u + t);
    l[t] = mix(l[t], (long long)t);
    v[t] = mix(v[t], 3ull + t);
    s[t] = mix(s[t], (short)t);
    c[t] = mix(c[t], (unsigned char)t);
}
