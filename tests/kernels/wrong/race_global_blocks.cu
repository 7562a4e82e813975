// Blocks write what other blocks read.
// launch: --grid 4 --block 64
// arg: inout:i32[256]=ramp
// wrong: global-race
extern "C" __global__ void k(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int next = a[(i + 64) % 256]; // <--
    a[i] = next + 1; // <--
}
