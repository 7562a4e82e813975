// Both the flag and the data are volatile; without a fence the flag may overtake the data.
// launch: --grid 2 --block 1
// arg: out:i32[1]
// wrong: global-race
__device__ volatile int parcel, raised;

extern "C" __global__ void k(int *out)
{
    if (blockIdx.x == 0) {
        parcel = 42; // <--
        raised = 1;
    } else {
        while (raised == 0)
            ;
        *out = parcel; // <--
    }
}
