// prediction: c
// Put the letter of your answer in place of the question mark, then run.

__global__ void sum_steps(const int *in, int *out)
{
    __shared__ int tile[8];
    int t = threadIdx.x;
    int added = 0;
    int passed = 0;

    tile[t] = in[t];
    __syncthreads();

    for (int half = 4; half > 0; half /= 2) {
        if (t < half) {
            tile[t] += tile[t + half];
            added++;
        }
        __syncthreads();
        passed++;
    }

    if (t == 0)
        *out = tile[0];
    printf("thread %d added %d, passed %d\n", t, added, passed);
}
