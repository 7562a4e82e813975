// Some blocks print, and all have more to do afterwards.
// launch: --grid 200 --block 64
// arg: inout:i32[12800]=ramp
extern "C" __global__ void prints(int *x)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    x[i] *= 2;
    if (i % 1777 == 3)
        printf("%d of block %d\n", x[i], (int)blockIdx.x);
    x[i] += clock() & 1 ? 1 : 3;
}
