// An inclusive scan with two arrays in turn.
// launch: --grid 1 --block 100
// arg: in:i32[100]=ramp
// arg: out:i32[100]
// out 1 = [i * (i + 1) // 2 for i in range(100)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int scan[2][100];
    int i = threadIdx.x, from = 0;
    scan[0][i] = in[i];
    __syncthreads();
    for (int step = 1; step < 100; step *= 2, from ^= 1) {
        scan[from ^ 1][i] = scan[from][i] + (i >= step ? scan[from][i - step] : 0);
        __syncthreads();
    }
    out[i] = scan[from][i];
}
