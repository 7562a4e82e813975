// __syncthreads_count, _and, _or.
// launch: --grid 2 --block 80
// arg: out:i32[6]
// out 0 = [40, 0, 1, 40, 1, 1]
extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x;
    int count = __syncthreads_count(t % 2);
    int all = __syncthreads_and(t < 79 || blockIdx.x);
    int any = __syncthreads_or(t == 70);
    if (t == 0) {
        out[3 * blockIdx.x] = count;
        out[3 * blockIdx.x + 1] = all;
        out[3 * blockIdx.x + 2] = any;
    }
}
