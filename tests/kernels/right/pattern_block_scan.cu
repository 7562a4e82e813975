// A scan of a block by shuffles and the sums of its warps.
// launch: --grid 2 --block 160
// data x = [(i * 7) % 13 for i in range(320)]
// arg: in:i32[320]=@x
// arg: out:i32[320]
// out 1 = [sum(x[160 * (i // 160):i + 1]) for i in range(320)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int sums[5];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 160 + t, v = in[i];
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, step);
        v += lane >= step ? left : 0;
    }
    if (lane == 31)
        sums[t / 32] = v;
    __syncthreads();
    if (t == 0)
        for (int w = 1; w < 5; w++)
            sums[w] += sums[w - 1];
    __syncthreads();
    out[i] = v + (t >= 32 ? sums[t / 32 - 1] : 0);
}
