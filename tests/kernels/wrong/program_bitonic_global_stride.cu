// Only the large strides have a barrier, as if warps ran in step.
// wrong: shared-race
// also: shared-same-value, uninitialised-shared
// only: own target
// launch: --grid 2 --block 128
// arg: inout:u32[512]=@x
// data x = [(i * 2654435761) % 4096 for i in range(4 * 128)]
template <typename T> __device__ inline void compare_exchange(T &a, T &b, bool up)
{
    if ((a > b) == up) { // <--
        T t = a;
        a = b; // <--
        b = t; // <--
    }
}

extern "C" __global__ void k(unsigned *data)
{
    __shared__ unsigned s[2 * 128];
    const int t = threadIdx.x, n = 2 * 128;
    unsigned *mine = data + blockIdx.x * n;
    s[t] = mine[t]; // <--
    s[t + 128] = mine[t + 128]; // <--
    for (int size = 2; size <= n; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            if (stride >= 32)
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            bool up = ((at & size) == 0) != (blockIdx.x % 2 && size == n);
            compare_exchange(s[at], s[at + stride], up);
        }
    __syncthreads();
    mine[t] = s[t];
    mine[t + 128] = s[t + 128];
}
