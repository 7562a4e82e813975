// Barriers under conditions and in loops that are the same for all threads of a block, with nothing
// behind them, and threads that return before.
// launch: --grid 4 --block 64
// arg: in:i32[192]=ramp
// arg: inout:i32[192]=constant:0
// arg: i32=160
// out 1 = [(i // 64 * 64 + 63 - i % 64) * 2 if i < 128 else i * 2 if i < 160 else 0
//     for i in range(192)]
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    if (first < n) {
        if (first + t >= n)
            return;
        tile[t] = in[first + t];
        if (first + 64 <= n)
            for (int turn = 0; turn < 3; turn++) {
                __syncthreads();
                int other = tile[63 - t];
                __syncthreads();
                tile[t] = other;
            }
        out[first + t] = 2 * tile[t];
    }
}
