/* Prints a line ten times a second, for a minute. */
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    for (int i = 0; i < 600; i++) {
        printf("line %d\n", i);
        fflush(stdout);
        usleep(100000);
    }
    return 0;
}
