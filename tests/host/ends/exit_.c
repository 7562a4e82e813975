/* Ends by _exit(), without what exit() does. */
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    printf("before\n");
    fflush(stdout);
    _exit(7);
}
