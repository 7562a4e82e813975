// The block's sum and the ticket, without a fence between them.
// wrong: global-race
// only: own target
// launch: --grid 7 --block 256
// arg: in:i32[14336]=@x
// arg: out:i32[7]
// arg: inout:u32[1]=constant:0
// arg: out:i32[1]
// arg: i32=14336
// data x = [(i * 13 + 5) % 31 for i in range(256 * 56)]
template <int THREADS> struct BlockReduce {
    struct Storage {
        int warp[THREADS / 32];
    };
    Storage &storage;
    __device__ explicit BlockReduce(Storage &s) : storage(s) {}

    __device__ int sum(int v)
    {
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0)
            storage.warp[warp] = v;
        __syncthreads();
        if (threadIdx.x == 0)
            for (int w = 1; w < THREADS / 32; w++)
                v += storage.warp[w];
        return v;
    }
};

extern "C" __global__ void __launch_bounds__(256) k(const int4 *in, volatile int *partial, unsigned *ticket, int *total, int n)
{
    using Reduce = BlockReduce<256>;
    __shared__ Reduce::Storage storage;
    __shared__ bool last;
    int t = threadIdx.x, mine = 0;
    for (int i = blockIdx.x * 256 + t; i < n / 4; i += gridDim.x * 256) {
        int4 v = in[i];
        int sum = Reduce(storage).sum(v.x + v.y + v.z + v.w);
        if (t == 0)
            mine += sum;
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = mine; // <--
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    int sum = 0;
    for (int b = t; b < gridDim.x; b += 256)
        sum += partial[b]; // <--
    sum = Reduce(storage).sum(sum);
    if (t == 0)
        *total = sum;
}
