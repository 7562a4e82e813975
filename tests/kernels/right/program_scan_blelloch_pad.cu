// Blelloch's scan of two elements a thread, with padding against bank conflicts and sums of blocks for a second step.
// only: own target
// launch: --grid 2 --block 64
// arg: in:i32[256]=@x
// arg: out:i32[256]
// arg: out:i32[2]
// data x = [(i * 31 + 7) % 101 for i in range(4 * 64)]
// out 1 = [sum(x[i // (2 * 64) * 2 * 64:i]) for i in range(4 * 64)]
// out 2 = [sum(x[:2 * 64]), sum(x[2 * 64:])]
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

template <int BLOCK> struct Scan {
    static constexpr int ITEMS = 2 * BLOCK;
    int temp[ITEMS + CONFLICT_FREE_OFFSET(ITEMS)];

    __device__ int &at(int i) { return temp[i + CONFLICT_FREE_OFFSET(i)]; }

    __device__ void load(const int *in, int t)
    {
        at(t) = in[t];
        at(t + BLOCK) = in[t + BLOCK];
    }

    __device__ int up(int t)
    {
        int stride = 1;
        for (int d = BLOCK; d > 0; d >>= 1) {
            __syncthreads();
            if (t < d)
                at(stride * (2 * t + 2) - 1) += at(stride * (2 * t + 1) - 1);
            stride *= 2;
        }
        return stride;
    }

    __device__ void down(int t, int stride)
    {
        for (int d = 1; d < 2 * BLOCK; d *= 2) {
            stride >>= 1;
            __syncthreads();
            if (t < d) {
                int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
                int kept = at(left);
                at(left) = at(right);
                at(right) += kept;
            }
        }
    }
};

extern "C" __global__ void k(const int *in, int *out, int *sums)
{
    __shared__ Scan<64> scan;
    int t = threadIdx.x;
    const int *mine = in + blockIdx.x * scan.ITEMS;
    scan.load(mine, t);
    int stride = scan.up(t);
    if (t == 0) {
        sums[blockIdx.x] = scan.at(scan.ITEMS - 1);
        scan.at(scan.ITEMS - 1) = 0;
    }
    scan.down(t, stride);
    __syncthreads();
    out[blockIdx.x * scan.ITEMS + t] = scan.at(t);
    out[blockIdx.x * scan.ITEMS + t + 64] = scan.at(t + 64);
}
