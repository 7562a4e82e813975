// __syncwarp() for other lanes than those that call it.
// launch: --grid 1 --block 32
// arg: inout:i32[32]=ramp
// wrong: missing-lanes
// says: calls __syncwarp()
extern "C" __global__ void k(int *a)
{
    a[threadIdx.x] += 1;
    if (threadIdx.x >= 8)
        __syncwarp(0xffff0000); // <--
}
