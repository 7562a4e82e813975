// The barrier between filling the tile and reading it is missing.
// launch: --grid 2 --block 128
// arg: in:i32[256]=ramp
// arg: out:i32[256]
// wrong: shared-race
// also: uninitialised-shared
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[128];
    int base = blockIdx.x * 128, i = threadIdx.x;
    tile[i] = in[base + i]; // <--
    out[base + i] = tile[127 - i]; // <--
}
