// Threads beyond the data write something else and return before the others' barriers.
// launch: --grid 2 --block 128
// arg: out:i32[256]
// arg: i32=70
// out 0 = [2 * (n - n // 128 * 128) if n % 128 < 70 else -1 for n in range(256)]
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int box[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t >= n) {
        out[i] = -1;
        return;
    }
    for (int turn = 0; turn < 3; turn++) {
        box[t] = t;
        __syncthreads();
        int other = box[n - 1 - t];
        __syncthreads();
        box[n - 1 - t] = other;
        __syncthreads();
    }
    out[i] = box[n - 1 - t] + box[n - 1 - t] + 2 * t - 2 * (n - 1 - t);
}
