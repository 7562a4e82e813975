/* Starting programs: fork and exec, with the reason for a failed exec reported by name. */
#ifndef CULAB_BASE_SPAWN_H
#define CULAB_BASE_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

typedef struct SpawnRequest {
    const char *const
        *arguments; /* ended by NULL; [0] is looked up in PATH unless it has a slash */
    const char *const
        *environment;          /* ended by NULL: "NAME=value" set besides the inherited; or NULL */
    const char *folder;        /* to start in; NULL: here */
    int input, output, errors; /* become 0, 1, 2; -1: /dev/null */
    bool own_group;            /* a process group of its own, so that all of it can be killed */
    bool die_with_parent;      /* SIGKILL when this process dies */
    int cpu_seconds;           /* limit; 0: none */
    size_t memory_bytes;       /* address space limit; 0: none */
    size_t data_bytes;         /* limit of what the program may write to in memory; 0: none */
    size_t file_bytes;         /* limit of a file it writes; 0: none */
    const int *extra;          /* descriptors that become 3, 4, ... */
    size_t extra_count;
    bool (*confine)(void *state); /* called in the child last of all, before the program: only what
                                     a signal handler may call; false: errno says why; or NULL */
    void *confine_state;
} SpawnRequest;

/* False when the program could not be started: `error` names it and says why. All other
 * descriptors are closed in the child; signals are set back to their defaults. */
bool spawn_start(const SpawnRequest *request, pid_t *pid, Error *error);
/* Waits for the end; true when it exited with 0. `status` (may be NULL) as from waitpid. */
bool spawn_wait(pid_t pid, int *status);
/* True when it ends within the time (it is still to be waited for), or where the system cannot
 * tell: a kernel before Linux 5.3. */
bool spawn_ends_within(pid_t pid, int milliseconds);
/* "exited with status 1", "killed by SIGSEGV (Segmentation fault)". */
void spawn_describe(int status, StrBuf *out);

#endif
