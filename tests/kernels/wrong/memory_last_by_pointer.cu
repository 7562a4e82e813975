// A step by a number from an array's start.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: a[4]
// only: own target
#define COUNT 4
extern "C" __global__ void k(const int *in, int *out)
{
    int a[COUNT], b[COUNT], t = threadIdx.x;
    for (int i = 0; i < COUNT; i++) {
        a[i] = in[t + i];
        b[i] = in[t] * i;
    }
    out[t] = b[in[t] & 3] + *(a + COUNT); // <--
}
