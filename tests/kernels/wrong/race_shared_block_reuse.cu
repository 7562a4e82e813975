// The result of one round is still being read when the next one writes.
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[4]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int part[64];
    __shared__ int total;
    int t = threadIdx.x;
    for (int r = 0; r < 4; r++) {
        part[t] = in[r * 64 + t]; // <--
        __syncthreads();
        if (t == 0) {
            total = 0;
            for (int i = 0; i < 64; i++)
                total += part[i]; // <--
            out[r] = total;
        }
    }
}
