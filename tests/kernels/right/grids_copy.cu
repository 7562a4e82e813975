// An asynchronous copy and a fill in the order of their stream.
// launch: --kernel k --grid 1 --block 1
// data x = list(range(32))
// arg: inout:i32[32]=@x
// arg: out:i32[32]
// arg: out:i32[32]
// out 1 = list(range(32))
// out 2 = [0] * 32
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(int *x, int *mid, int *out)
{
    cudaMemcpyAsync(mid, x, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(x, 0, 32 * sizeof(int), 0);
    copy<<<1, 32>>>(out, x);
}
