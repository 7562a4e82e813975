// The window's last neighbour is past its end.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: window[8]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    int window[8], weight[8], t = threadIdx.x, most = 0;
    for (int i = 0; i < 8; i++) {
        window[i] = in[t + i];
        weight[i] = 8 - i;
    }
    for (int i = 0; i < 8; i++)
        most = max(most, weight[i] * (window[i + 1] - window[i])); // <--
    out[t] = most;
}
