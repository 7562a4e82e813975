/* What a host program may not do: start other processes. The system refuses it as well; here it is
 * told with its line. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/shim/shim.h"

static int refuse(const char *what, const void *pc)
{
    if (is_program(pc)) /* and not a library, which finds out by itself */
        log_text(LOG_REFUSED, pc, "%s", what);
    errno = EPERM;
    return -1;
}

#define REFUSE(what) refuse(what, __builtin_return_address(0))

SHIM_EXPORT pid_t fork(void)
{
    return REFUSE("fork");
}

SHIM_EXPORT pid_t vfork(void)
{
    return REFUSE("vfork");
}

SHIM_EXPORT int system(const char *command)
{
    return command ? REFUSE("system") : 0;
}

SHIM_EXPORT FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    REFUSE("popen");
    return NULL;
}

SHIM_EXPORT int posix_spawn(pid_t *restrict pid, const char *restrict path,
                            const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *restrict attributes,
                            char *const arguments[restrict], char *const environment[restrict])
{
    (void)pid, (void)path, (void)actions, (void)attributes, (void)arguments, (void)environment;
    REFUSE("posix_spawn");
    return EPERM;
}

SHIM_EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    (void)path, (void)arguments, (void)environment;
    return REFUSE("execve");
}

SHIM_EXPORT int execvp(const char *path, char *const arguments[])
{
    (void)path, (void)arguments;
    return REFUSE("execvp");
}
