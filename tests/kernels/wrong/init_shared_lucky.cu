// The sum of uninitialised values is multiplied by zero: right by luck.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// arg: i32=0
// wrong: uninitialised-shared
extern "C" __global__ void k(int *out, int factor)
{
    __shared__ volatile int tile[32];
    out[threadIdx.x] = tile[threadIdx.x] * factor; // <--
}
