// One thread of a late block writes far outside.
// launch: --grid 300 --block 64
// arg: out:i32[19200]
extern "C" __global__ void late(int *x)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    x[i] = i;
    if (i == 15555)
        x[1 << 28] = 1;
}
