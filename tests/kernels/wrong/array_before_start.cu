// Insertion sort that looks at the element before the first.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: v[-1]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    int key[6], v[6], t = threadIdx.x;
    for (int i = 0; i < 6; i++)
        key[i] = v[i] = 100 - in[t + i];
    for (int i = 1; i < 6; i++) {
        int x = v[i], j = i - 1;
        while (v[j] > x) { // <--
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = x;
    }
    out[t] = v[0] + key[in[t] % 6];
}
