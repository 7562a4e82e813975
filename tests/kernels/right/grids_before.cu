// What the launching thread wrote before is there.
// launch: --kernel k --grid 1 --block 1
// data x = list(range(32))
// arg: inout:i32[32]=@x
// arg: out:i32[32]
// out 1 = [0, 1, 2, 7] + list(range(4, 32))
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(int *x, int *out)
{
    x[3] = 7;
    copy<<<1, 32>>>(out, x);
}
