// prediction: b
__global__ void order()
{
    printf("I am thread %d\n", threadIdx.x);
}
