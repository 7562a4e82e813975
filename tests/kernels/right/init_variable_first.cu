// The least element found: "none so far" is kept beside it.
// launch: --grid 2 --block 32
// arg: in:i32[640]=@x
// arg: out:i32[64]
// data x = [(i * 91 + 17) % 640 for i in range(640)]
// out 1 = [min([x[t * 10 + i] for i in range(10) if x[t * 10 + i] % 3 == t % 3] or [-1]) for t in range(64)]
extern "C" __global__ void k(const int *in, int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;
    int least;
    for (int i = 0; i < 10; i++) {
        int v = in[t * 10 + i];
        if (v % 3 == t % 3 && (!found || v < least)) {
            least = v;
            found = true;
        }
    }
    out[t] = found ? least : -1;
}
