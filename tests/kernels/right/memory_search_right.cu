// A binary search that stays inside.
// launch: --grid 1 --block 32
// arg: in:i32[16]=ramp
// arg: out:i32[32]
// arg: i32=16
// out 1 = [min(t, 16) for t in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out, int n)
{
    int low = 0, high = n, t = threadIdx.x;
    while (low < high) {
        int middle = (low + high) / 2;
        if (in[middle] < t)
            low = middle + 1;
        else
            high = middle;
    }
    out[t] = low;
}
