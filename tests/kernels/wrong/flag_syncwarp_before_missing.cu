// Lane 0 fences and raises the flag for all, though nothing has ordered the others' writes before.
// launch: --grid 2 --block 32
// arg: out:i32[32]
// wrong: global-race
__device__ int parcel[32], raised;

extern "C" __global__ void k(int *out)
{
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        parcel[lane] = 2 * lane; // <--
        if (lane == 0) {
            __threadfence();
            atomicExch(&raised, 1);
        }
    } else {
        if (lane == 0)
            while (atomicAdd(&raised, 0) == 0)
                ;
        __threadfence();
        __syncwarp();
        out[lane] = parcel[lane]; // <--
    }
}
