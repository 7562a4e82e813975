// The ticket is drawn by an operation that releases and does not acquire.
// launch: --grid 8 --block 32
// arg: inout:i32[8]=constant:0
// arg: inout:u32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
// also: uninitialised-global
extern "C" __global__ void k(int *part, unsigned *ticket, int *out)
{
    if (threadIdx.x)
        return;
    part[blockIdx.x] = blockIdx.x; // <--
    unsigned drawn;
    asm volatile("atom.add.release.gpu.global.u32 %0, [%1], 1;" : "=r"(drawn) : "l"(ticket) : "memory");
    if (drawn + 1 < gridDim.x)
        return;
    int sum = 0;
    for (int i = 0; i < (int)gridDim.x; i++)
        sum += part[i]; // <--
    *out = sum;
}
