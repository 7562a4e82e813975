// Which bytes does one element move? Thread 0 tells.
//
// prediction: d

__global__ void saxpy(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0) {
        printf("read x: %d bytes\n", (int)sizeof x[i]);
        printf("read y: %d bytes\n", (int)sizeof y[i]);
        printf("write y: %d bytes\n", (int)sizeof y[i]);
    }
    if (i < n)
        y[i] = a * x[i] + y[i];
}
