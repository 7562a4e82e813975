// A barrier for those that run together does not wait for who comes later.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// wrong: shared-race
// also: uninitialised-shared
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int line[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    line[t] = in[i]; // <--
    __syncwarp(__activemask());
    out[i] = line[t ^ 1]; // <--
}
