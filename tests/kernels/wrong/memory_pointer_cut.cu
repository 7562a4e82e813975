// Half of a pointer.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: nothing of the device's is anywhere near
extern "C" __global__ void k(const int *in, int *out)
{
    const int *p = (const int *)(unsigned long long)(unsigned)(unsigned long long)in;
    out[threadIdx.x] = p[threadIdx.x]; // <--
}
