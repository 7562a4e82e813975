/* 128-bit integers and wide products. Compile with: --device-int128 */
extern "C" __global__ void wide(unsigned long long *a, __int128 *w)
{
    w[0] = w[1] * w[2] + (__int128)a[0] * a[1];
    a[2] = (unsigned long long)(w[0] >> 64);
    a[3] = (unsigned)a[0] * (unsigned long long)(unsigned)a[1];
}
