// As many bytes as there are elements: the result is longer than the memory that it is given from.
// expect: misuse
#include <culab.h>
#include <stdlib.h>

int main(void)
{
    size_t n = 1024;
    float *y = malloc(n);
    for (size_t i = 0; i < n / 4; i++)
        y[i] = (float)i;
    culab_result("y", y, n * sizeof *y); /* here */
    free(y);
    return 0;
}
