// A plain += of a variable of the module.
// launch: --grid 2 --block 32
// arg: out:i32[1]
// wrong: global-race
// says: Race on hits[3]:
__device__ int hits[4];
extern "C" __global__ void k(int *out)
{
    hits[3] += 1; // <--
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *out = 1;
}
