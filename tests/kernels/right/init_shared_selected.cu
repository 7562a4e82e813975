// One thread keeps a carry in shared memory from round to round; the compiler loads it before it
// asks whether there was a round before.
// launch: --grid 2 --block 32
// arg: in:i32[256]=@x
// arg: out:i32[256]
// data x = [(i * 37 + 5) % 100 for i in range(256)]
// out 1 = [x[i] + (x[i - 1] if i % 4 else 0) for i in range(256)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int before[32];
    int t = threadIdx.x, from = (blockIdx.x * blockDim.x + t) * 4;
    for (int round = 0; round < 4; round++) {
        int kept = round > 0 ? before[t] : 0;
        out[from + round] = in[from + round] + kept;
        before[t] = in[from + round];
    }
}
