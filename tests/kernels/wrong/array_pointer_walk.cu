// A pointer goes through an array until it meets what is not there.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: text[8]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    char text[8], end[8];
    int t = threadIdx.x, size = 0;
    for (int i = 0; i < 8; i++) {
        text[i] = (char)(1 + in[t + i]);
        end[i] = 0;
    }
    for (const char *at = text; *at; at++) // <--
        size++;
    out[t] = size + end[in[t] & 7];
}
