// A function gives its value through a pointer and says whether it did; the compiler loads the
// variable before it asks.
// launch: --grid 2 --block 32
// arg: in:i32[64]=@x
// arg: out:i32[64]
// data x = [(i * 91 + 17) % 640 for i in range(64)]
// out 1 = [v * 2 if v % 3 else -1 for v in x]
__device__ __noinline__ bool taken(const int *in, int i, int *value)
{
    if (in[i] % 3 == 0)
        return false;
    *value = in[i] * 2;
    return true;
}

extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value;
    out[i] = taken(in, i, &value) ? value : -1;
}
