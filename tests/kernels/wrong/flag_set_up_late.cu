// The flag in shared memory is cleared by one thread, but others may look at it before.
// launch: --grid 1 --block 64
// arg: out:i32[32]
// wrong: shared-race
extern "C" __global__ void k(int *out)
{
    __shared__ int parcel[32];
    __shared__ int raised;
    int t = threadIdx.x;
    if (t == 0)
        raised = 0; // <--
    if (t < 32) {
        parcel[t] = 7 * t;
        __threadfence_block();
        __syncwarp();
        if (t == 0)
            atomicExch(&raised, 1);
    } else {
        while (atomicAdd(&raised, 0) == 0) // <--
            ;
        __threadfence_block();
        out[t - 32] = parcel[t - 32];
    }
}
