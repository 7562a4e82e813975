// prediction: ?
// Put the letter of your answer in place of the question mark, then run.

__global__ void order()
{
    printf("I am block %d\n", blockIdx.x);
}
