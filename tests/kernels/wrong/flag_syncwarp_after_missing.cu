// The same within one warp: what lane 0 has learnt the others have not.
// launch: --grid 2 --block 32
// arg: out:i32[32]
// wrong: global-race
__device__ int parcel[32], raised;

extern "C" __global__ void k(int *out)
{
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        parcel[lane] = 2 * lane; // <--
        __threadfence();
        __syncwarp();
        if (lane == 0)
            atomicExch(&raised, 1);
    } else {
        if (lane == 0) {
            while (atomicAdd(&raised, 0) == 0)
                ;
            __threadfence();
        }
        out[lane] = parcel[lane]; // <--
    }
}
