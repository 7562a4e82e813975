// One thread waits for the other block's flag and fences; no barrier tells the rest of its block.
// launch: --grid 2 --block 64
// arg: out:i32[64]
// wrong: global-race
__device__ int parcel[64], raised;

extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        parcel[t] = 2 * t; // <--
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(&raised, 1);
    } else {
        if (t == 0) {
            while (atomicAdd(&raised, 0) == 0)
                ;
            __threadfence();
        }
        out[t] = parcel[t]; // <--
    }
}
