// Each block reads what the block before it wrote: a race, whose winner must not depend on threads.
// launch: --grid 400 --block 64
// arg: inout:i32[25664]=ramp
extern "C" __global__ void chain(int *x)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int sum = x[i + 64];
    for (int k = 0; k < 50; k++)
        sum = sum * 3 + (x[i + (k & 3)] >> 1);
    x[i + 64] = sum;
}
