// prediction: ?
// fake: right
__global__ void guess(int n)
{
    printf("here\n");
}
