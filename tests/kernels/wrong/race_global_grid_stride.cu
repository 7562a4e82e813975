// A grid-stride loop with the stride of one block: elements are done several times.
// launch: --grid 4 --block 32
// arg: inout:i32[1024]=ramp
// arg: i32=1024
// wrong: global-race
extern "C" __global__ void k(int *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        a[i] *= 2; // <--
}
