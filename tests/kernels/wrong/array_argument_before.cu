// A function sorts an array into which it is given a pointer, and looks before its start; what lies there is another one.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: v[-1]
// only: debug information
__device__ __noinline__ void insert(int *v, int at)
{
    int x = v[at], j = at - 1;
    while (v[j] > x) { // <--
        v[j + 1] = v[j];
        j--;
    }
    v[j + 1] = x;
}
__device__ __noinline__ void sort(int *v, int count)
{
    for (int i = 1; i < count; i++)
        insert(v, i);
}
extern "C" __global__ void k(const int *in, int *out)
{
    int key[6], v[6], t = threadIdx.x;
    for (int i = 0; i < 6; i++)
        key[i] = v[i] = 100 - in[t + i];
    sort(v, 6);
    out[t] = v[0] + key[in[t] % 6];
}
