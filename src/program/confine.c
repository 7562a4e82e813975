/* Landlock for other programs. The system's header may be too old for it. */
#include "program/confine.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"

/* The same on all architectures; <linux/landlock.h>. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, PATH_BENEATH = 1 };
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    CHANGES = 0x1ff0, /* removing and making whatever there is: bits 4 to 12 */
    ALL = 0x1fff,
};
static const uint64_t reads = EXECUTE | READ_FILE | READ_FOLDER;

typedef struct PathBeneath {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed)) PathBeneath;

/* Programs, libraries, headers, and what they read about the machine. */
static const char *const readable_always[] = {"/usr/bin",
                                              "/usr/include",
                                              "/usr/lib",
                                              "/usr/lib32",
                                              "/usr/lib64",
                                              "/usr/libexec",
                                              "/usr/libx32",
                                              "/usr/local/bin",
                                              "/usr/local/cuda",
                                              "/usr/local/include",
                                              "/usr/local/lib",
                                              "/lib",
                                              "/lib32",
                                              "/lib64",
                                              "/libx32",
                                              "/bin",
                                              "/opt",
                                              "/nix",
                                              "/proc",
                                              "/sys",
                                              "/etc/ld.so.cache",
                                              "/etc/localtime",
                                              "/etc/alternatives",
                                              NULL};
static const char *const writable_always[] = {"/dev", NULL};

static void allow(int rules, const char *path, uint64_t rights)
{
    struct stat info;
    PathBeneath rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0)
        return;
    if (fstat(rule.folder, &info) == 0) {
        rule.allowed = S_ISDIR(info.st_mode) ? rights : rights & (EXECUTE | WRITE_FILE | READ_FILE);
        syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    close(rule.folder);
}

static void allow_all(int rules, const char *const *paths, uint64_t rights)
{
    for (; paths && *paths; paths++)
        allow(rules, *paths, rights);
}

void confinement_make(Confinement *confinement, const char *folder, bool writes,
                      const char *const *readable)
{
    uint64_t handled = ALL;
    confinement->rules = (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
    if (confinement->rules < 0)
        return;
    allow_all(confinement->rules, readable_always, reads);
    allow_all(confinement->rules, readable, reads);
    allow_all(confinement->rules, writable_always, reads | WRITE_FILE);
    allow(confinement->rules, folder, writes ? ALL : reads);
}

static void allow_folder_of(int rules, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!slash || slash == path)
        return;
    char *folder = memory_clone_bytes(path, (size_t)(slash - path));
    allow(rules, folder, reads);
    free(folder);
}

void confinement_allow_library(Confinement *confinement, const char *path)
{
    char *real = path && *path == '/' ? realpath(path, NULL) : NULL;
    if (confinement->rules >= 0) {
        allow_folder_of(confinement->rules, path);
        allow_folder_of(confinement->rules, real);
    }
    free(real);
}

void confinement_free(Confinement *confinement)
{
    if (confinement->rules >= 0)
        close(confinement->rules);
    confinement->rules = -1;
}

bool confinement_apply(void *state)
{
    const Confinement *confinement = state;
    if (confinement->rules < 0)
        return true;
    /* A process may name its threads. NVIDIA's driver does, by /proc/self/task/N/comm, and cuInit
     * fails with CUDA_ERROR_OPERATING_SYSTEM where it can't. */
    allow(confinement->rules, "/proc/self/task", reads | WRITE_FILE);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(RESTRICT_SELF, confinement->rules, 0) == 0;
}
