// An asynchronous copy takes what the parent writes behind it.
// launch: --kernel k --grid 1 --block 1
// data x = list(range(32))
// arg: inout:i32[32]=@x
// arg: out:i32[32]
// wrong: grid-race
__global__ void add(int *p)
{
    p[threadIdx.x] += 1;
}
extern "C" __global__ void k(int *x, int *out)
{
    cudaMemcpyAsync(out, x, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0); // <--
    add<<<1, 32>>>(out);
    x[0] = 1; // <--
}
