// Thread 0 tells how many bytes each parameter has.
//
// prediction: a

__global__ void saxpy(float a, const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0)
        printf("a %d, x %d, y %d, n %d\n", (int)sizeof a, (int)sizeof x, (int)sizeof y,
               (int)sizeof n);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
