/* Kills whom it can reach. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    int parent = kill(getppid(), SIGKILL), all = kill(-1, SIGTERM);
    printf("%d %d\n", parent, all);
    return 0;
}
