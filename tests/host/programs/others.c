// Other processes: none can be started past the C library, and none can be killed.
// expect: nothing
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) != -1)
        return 1;
    if (kill(getppid(), 0) != -1 || errno != EPERM)
        return 2;
    if (syscall(SYS_execve, "/bin/true", NULL, NULL) != -1)
        return 3;
    if (kill(getpid(), 0) != 0)
        return 4;
    puts("alone");
    return 0;
}
