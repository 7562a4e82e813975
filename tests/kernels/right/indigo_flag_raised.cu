// "Has anything changed?": raised atomically, cleared by nobody.
// launch: --grid 4 --block 32
// arg: in:i32[128]=ramp
// arg: inout:i32[1]=constant:0
// out 1 = [1]
extern "C" __global__ void k(const int *in, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 10 == 5)
        atomicOr(changed, 1);
}
