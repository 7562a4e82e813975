// prediction: d
// Put the letter of your answer in place of the question mark, then run.

__global__ void hello()
{
    printf("block %d, thread %d\n", blockIdx.x, threadIdx.x);
}
