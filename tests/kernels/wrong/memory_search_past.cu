// A binary search that looks at the element behind the last one.
// launch: --grid 1 --block 32
// arg: in:i32[16]=ramp
// arg: out:i32[32]
// arg: i32=16
// wrong: out-of-bounds
// only: own target
// says: in[16]: in has 16 elements
extern "C" __global__ void k(const int *in, int *out, int n)
{
    int low = 0, high = n, t = threadIdx.x;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (in[middle] <= t) // <--
            low = middle;
        else
            high = middle - 1;
    }
    out[t] = low;
}
