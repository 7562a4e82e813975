// Memory of malloc() is not 0, and freed memory is not what it was.
// expect: exit
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *counts = malloc(100 * sizeof *counts), sum = 0;
    for (int i = 0; i < 100; i++)
        sum |= counts[i];
    free(counts);
    return sum != 0;
}
