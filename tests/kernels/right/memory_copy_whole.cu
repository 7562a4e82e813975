// Arrays copied and cleared by their sizes.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// out 1 = [2 * t + 3 for t in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int own[4], other[4], t = threadIdx.x;
    memset(other, 0, sizeof other);
    memcpy(own, in + t, sizeof own);
    out[t] = own[0] + own[3] + other[in[t] & 3] + other[3];
}
