/* Starting programs: a compiler that is started by its path is culab's own too.
 *
 * Between vfork and exec only what a signal handler may do is allowed, and so it is here. */
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <dlfcn.h>

#include "simulate/preload/loaded.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int execve(const char *path, char *const words[], char *const environment[]);
EXPORT int execv(const char *path, char *const words[]);
EXPORT int execvp(const char *file, char *const words[]);
EXPORT int execvpe(const char *file, char *const words[], char *const environment[]);
EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const words[],
                       char *const environment[]);
EXPORT int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const words[],
                        char *const environment[]);

typedef int Exec(const char *path, char *const words[], char *const environment[]);
typedef int Spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                  const posix_spawnattr_t *attributes, char *const words[],
                  char *const environment[]);

/* Names that programs call compilers by, and culab's in front of them. */
static const struct {
    const char *name, *front;
} rows[] = {
    {"nvcc", "nvcc"},
    {"ptxas", "ptxas"},
    {"ptxas-blackwell", "ptxas"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

enum { NAME_MOST = 32 };

/* Set before main, or by the first call in a constructor: a process between vfork and exec cannot
 * look them up. */
static struct {
    Exec *execve, *execvpe;
    Spawn *spawn, *spawnp;
    char folder[PATH_MAX]; /* culab's library folder, short enough for a name of its bin */
} real;

static void find(const char *name, void *out)
{
    void *address = loaded_symbol(RTLD_NEXT, name);
    memcpy(out, &address, sizeof address);
}

__attribute__((constructor)) static void find_all(void)
{
    Dl_info info;
    if (real.spawnp)
        return;
    find("execve", &real.execve);
    find("execvpe", &real.execvpe);
    find("posix_spawn", &real.spawn);
    find("posix_spawnp", &real.spawnp);
    if (!dladdr((void *)rows, &info) || !info.dli_fname)
        return;
    const char *slash = strrchr(info.dli_fname, '/');
    if (slash && (size_t)(slash - info.dli_fname) < sizeof real.folder - NAME_MOST)
        memcpy(real.folder, info.dli_fname, (size_t)(slash - info.dli_fname));
}

/* The program that is started by this path is a compiler: culab's in front of it into `out`. Names
 * without a path are looked up in PATH, where culab's come first. */
static bool find_front(const char *path, char *const words[], char out[PATH_MAX])
{
    const char *slash = path ? strrchr(path, '/') : NULL, *front = NULL;
    for (size_t i = 0; slash && i < ROWS; i++)
        if (!strcmp(slash + 1, rows[i].name))
            front = rows[i].front;
    if (!front || !words || !words[0] || !real.folder[0] || access(path, X_OK) != 0)
        return false;
    char *end = stpcpy(stpcpy(out, real.folder), "/bin/");
    strcpy(end, front);
    return access(out, X_OK) == 0;
}

static size_t count_words(char *const words[])
{
    size_t count = 0;
    while (words[count])
        count++;
    return count;
}

/* The first word tells culab's compiler which one it stands in front of. */
static void change_words(const char *path, char *const words[], size_t count, char *out[])
{
    memcpy(out, words, (count + 1) * sizeof words[0]);
    out[0] = (char *)(uintptr_t)path;
}

static __attribute__((noinline)) int exec_front(const char *front, const char *path,
                                                char *const words[], char *const environment[])
{
    size_t count = count_words(words);
    char *changed[count + 1];
    change_words(path, words, count, changed);
    return real.execve(front, changed, environment);
}

int execve(const char *path, char *const words[], char *const environment[])
{
    char front[PATH_MAX];
    find_all();
    return find_front(path, words, front) ? exec_front(front, path, words, environment)
                                          : real.execve(path, words, environment);
}

int execvpe(const char *file, char *const words[], char *const environment[])
{
    char front[PATH_MAX];
    find_all();
    return find_front(file, words, front) ? exec_front(front, file, words, environment)
                                          : real.execvpe(file, words, environment);
}

int execv(const char *path, char *const words[])
{
    return execve(path, words, environ);
}

int execvp(const char *file, char *const words[])
{
    return execvpe(file, words, environ);
}

/* What is to be done in the child is one argument. */
typedef struct Start {
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *environment;
} Start;

static int spawn(Spawn *by, pid_t *pid, const char *path, char *const words[], const Start *start)
{
    char front[PATH_MAX];
    if (!find_front(path, words, front))
        return by(pid, path, start->actions, start->attributes, words, start->environment);
    size_t count = count_words(words);
    char *changed[count + 1];
    change_words(path, words, count, changed);
    return real.spawn(pid, front, start->actions, start->attributes, changed, start->environment);
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const words[], char *const environment[])
{
    find_all();
    return spawn(real.spawn, pid, path, words, &(Start){actions, attributes, environment});
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const words[],
                 char *const environment[])
{
    find_all();
    return spawn(real.spawnp, pid, file, words, &(Start){actions, attributes, environment});
}
