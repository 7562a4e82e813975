// Addresses come from memory that other blocks write: what runs ahead may follow a stale one.
// launch: --grid 256 --block 32
// arg: inout:i32[8192]=ramp
extern "C" __global__ void follow(int *x)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int at = i;
    for (int k = 0; k < 12; k++)
        at = (x[at] * 17 + k) & 8191;
    x[at] = i;
    x[(at + 4096) & 8191] ^= at;
}
