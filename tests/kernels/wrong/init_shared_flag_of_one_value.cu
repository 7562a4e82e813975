// A flag that is only ever raised, so that optimised code reads it as raised.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: uninitialised-shared
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ bool found;
    if (in[threadIdx.x] == 100)
        found = true;
    __syncthreads();
    out[threadIdx.x] = found ? 1 : 0; // <--
}
