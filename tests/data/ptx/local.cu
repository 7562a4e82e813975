/* Local memory: arrays with run-time indices. */
extern "C" __global__ void local_kernel(int *a, int n)
{
    int stack[64];
    double more[8];
    for (int i = 0; i < n; i++) { stack[(i * 7) & 63] = a[i]; more[i & 7] = i; }
    int sum = 0;
    for (int i = 0; i < n; i++) sum += stack[a[i] & 63] + (int)more[a[i] & 7];
    a[0] = sum;
}
