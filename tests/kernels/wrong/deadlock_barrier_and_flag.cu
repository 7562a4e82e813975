// One warp spins on a flag that another sets behind the barrier.
// launch: --grid 1 --block 64
// arg: inout:i32[1]=constant:0
// arg: out:i32[64]
// wrong: deadlock
extern "C" __global__ void k(int *flag, int *out)
{
    if (threadIdx.x < 32)
        while (atomicAdd(flag, 0) == 0) // <--
            ;
    __syncthreads(); // <--
    if (threadIdx.x == 32)
        atomicExch(flag, 1);
    out[threadIdx.x] = 1;
}
