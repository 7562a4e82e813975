// Half of the warps reach a barrier, the others go on to the next.
// launch: --grid 1 --block 128
// arg: inout:i32[128]=ramp
// wrong: divergent-barrier
// also: deadlock
extern "C" __global__ void k(int *a)
{
    if (threadIdx.x < 64) {
        a[threadIdx.x] += 1;
        __syncthreads(); // <--
        a[threadIdx.x] += 2;
    }
    __syncthreads(); // <--
    a[threadIdx.x] += 3;
}
