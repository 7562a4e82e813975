// An exchange whose result nobody asks for is a store: it may be the first one.
// launch: --grid 2 --block 32
// arg: in:i32[64]=@x
// arg: out:i32[64]
// data x = [3 * i - 50 for i in range(64)]
// out 1 = [v + 1 for v in x]
// only: optimised code
extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicExch(&out[i], in[i]);
    atomicAdd(&out[i], 1);
}
