/* Forks. */
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    printf("fork %d\n", fork());
    return 0;
}
