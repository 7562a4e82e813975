/* Prints a million lines. */
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < 1000000; i++)
        printf("line %d\n", i);
    return 0;
}
