// The device-wide counter in front waits for nothing, so that it orders nothing.
// launch: --grid 4 --block 64
// arg: inout:u64[2]=constant:0
// wrong: global-race
// only: optimised code
extern "C" __global__ void k(unsigned long long *a)
{
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&a[0], i);
    atomicMax_block(&a[1], i); // <--
    __threadfence();
    if (atomicAdd(&a[0], 0) == ~0ull)
        a[1] = 0;
}
