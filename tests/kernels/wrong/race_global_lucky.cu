// Written twice with values that happen to be the same.
// launch: --grid 2 --block 32
// arg: out:i32[32]
// wrong: global-same-value
extern "C" __global__ void k(int *out)
{
    out[threadIdx.x] = 5; // <--
}
