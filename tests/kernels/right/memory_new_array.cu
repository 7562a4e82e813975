// Arrays of the kernel's own making, to their last elements.
// launch: --grid 1 --block 8
// arg: in:i32[16]=ramp
// arg: out:i32[8]
// out 1 = [2 * t + 7 for t in range(8)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x, *own = new int[8];
    for (int i = 0; i < 8; i++)
        own[i] = in[t + i];
    out[t] = own[0] + own[7];
    delete[] own;
}
