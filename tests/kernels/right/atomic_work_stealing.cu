// Warps take the next piece of work from a counter, and broadcast it.
// launch: --grid 3 --block 64
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1600]=ramp
// out 1 = [i * i for i in range(1600)]
extern "C" __global__ void k(int *next, int *a)
{
    int lane = threadIdx.x % 32;
    for (;;) {
        int piece = 0;
        if (lane == 0)
            piece = atomicAdd(next, 1);
        piece = __shfl_sync(0xffffffff, piece, 0);
        if (piece >= 50)
            break;
        int i = 32 * piece + lane;
        a[i] *= a[i];
    }
}
