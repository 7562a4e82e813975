// An address is computed for all, and read by those for whom there is something.
// launch: --grid 1 --block 64
// arg: in:i32[32]=ramp
// arg: out:i32[64]
// out 1 = [i if i < 32 else 0 for i in range(64)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int i = threadIdx.x;
    const int *p = in + i;
    out[i] = i < 32 ? *p : 0;
}
