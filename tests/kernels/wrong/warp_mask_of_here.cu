// A broadcast to the lanes that are here: nothing says that the one which took a number is here again.
// launch: --grid 3 --block 64
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1600]=ramp
// wrong: inactive-source
// also: out-of-bounds, missing-lanes, global-race, global-same-value, uninitialised-variable, index-overflow
// only: own target
extern "C" __global__ void k(int *next, int *a)
{
    int lane = threadIdx.x % 32;
    for (;;) {
        int piece = 0;
        if (lane == 0)
            piece = atomicAdd(next, 1);
        piece = __shfl_sync(__activemask(), piece, 0); // <--
        if (piece >= 50)
            break;
        a[32 * piece + lane] *= a[32 * piece + lane];
    }
}
