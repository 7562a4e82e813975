// The last thing that a kernel does is a loop with a barrier, whose turns differ between threads.
// launch: --grid 1 --block 64
// arg: in:i32[200]=ramp
// arg: inout:i32[200]=constant:0
// arg: i32=200
// wrong: divergent-barrier
// says: of the loop whose turns differ
// only: own target
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int rows[2][32];
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) {
        rows[t / 32][t % 32] = in[i];
        __syncthreads(); // <--
        out[i] = 2 * rows[t / 32][t % 32];
    }
}
