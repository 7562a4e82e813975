// A function returns where its own array was.
// launch: --grid 1 --block 32
// arg: in:i32[36]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: where no function that runs has a variable
__device__ __noinline__ void squares(const int *in, const int **result)
{
    int own[4];
    for (int i = 0; i < 4; i++)
        own[i] = in[i] * in[i];
    *result = own;
}
__device__ __noinline__ int sum(const int *v)
{
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += v[i]; // <--
    return s;
}
extern "C" __global__ void k(const int *in, int *out)
{
    const int *v;
    squares(in + threadIdx.x, &v);
    out[threadIdx.x] = sum(v);
}
