// prediction: b
// Put the letter of your answer in place of the question mark, then run.

__global__ void idle(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        printf("thread %d has no element\n", i);
}
