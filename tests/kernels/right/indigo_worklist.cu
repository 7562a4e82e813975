// A worklist whose end moves by atomicAdd.
// launch: --grid 2 --block 32
// arg: in:i32[64]=ramp
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [22]
// out 2 = [sum(range(0, 64, 3))]
extern "C" __global__ void k(const int *in, int *count, int *sum)
{
    __shared__ int list[64];
    __shared__ int end;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        end = 0;
    __syncthreads();
    if (in[i] % 3 == 0)
        list[atomicAdd(&end, 1)] = i;
    __syncthreads();
    if (t < end)
        atomicAdd(sum, list[t]);
    if (t == 0)
        atomicAdd(count, end);
}
