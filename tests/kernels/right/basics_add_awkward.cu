// Vector add, n no multiple of anything.
// launch: --grid 5 --block 100
// data a = [(i * 37) % 101 - 50 for i in range(437)]
// data b = [(i * 11) % 31 for i in range(437)]
// arg: in:f32[437]=@a
// arg: in:f32[437]=@b
// arg: out:f32[437]
// arg: i32=437
// out 2 = [x + y for x, y in zip(a, b)]
extern "C" __global__ void k(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
