// Shared variables of a device function, and a class that wraps shared memory.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [(63 - i) * 2 + 63 * 32 for i in range(64)]
template <class T, int N> class Tile
{
    T *data;

  public:
    __device__ Tile(T *d) : data(d) {}
    __device__ T &operator[](int i) { return data[i % N]; }
};
__device__ int total(int v)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, v);
    __syncthreads();
    return sum;
}
extern "C" __global__ void k(int *out)
{
    __shared__ int storage[64];
    Tile<int, 64> tile(storage);
    int t = threadIdx.x;
    tile[t] = 2 * t;
    out[t] = total(t);
    out[t] += tile[63 - t];
}
