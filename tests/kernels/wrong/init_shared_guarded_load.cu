// Threads beyond the end load nothing, and the sum reads their elements all the same.
// launch: --grid 1 --block 64
// arg: in:i32[50]=ramp
// arg: i32=50
// arg: out:i32[1]
// wrong: uninitialised-shared
extern "C" __global__ void k(const int *in, int n, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    if (t < n)
        part[t] = in[t];
    __syncthreads();
    for (int s = 32; s; s /= 2) {
        if (t < s)
            part[t] += part[t + s]; // <--
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}
