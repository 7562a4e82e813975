// The same with the names of the runtime API.
// expect: unchecked-result? unchecked-result?
#include <cuda_runtime.h>

int main(void)
{
    float *d;
    cudaMalloc(&d, 64); /* here */
    cudaFree(d);        /* here */
    return 0;
}
