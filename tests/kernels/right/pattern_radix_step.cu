// One bit of a radix sort: zeros to the front, order kept.
// launch: --grid 1 --block 128
// data x = [(i * 37) % 101 for i in range(128)]
// arg: in:i32[128]=@x
// arg: out:i32[128]
// arg: i32=2
// out 1 = [v for v in x if not v & 4] + [v for v in x if v & 4]
extern "C" __global__ void k(const int *in, int *out, int bit)
{
    __shared__ int ones[4];
    int t = threadIdx.x, lane = t % 32, v = in[t], one = v >> bit & 1;
    unsigned votes = __ballot_sync(0xffffffff, one);
    if (lane == 0)
        ones[t / 32] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < 4; w++) {
        before += w < t / 32 ? ones[w] : 0;
        all += ones[w];
    }
    out[one ? 128 - all + before : t - before] = v;
}
