/* Landlock: what a thread may open. The header of the C library's kernel may be too old for it. */
#include "compile/confine.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same on all architectures; <linux/landlock.h>. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, PATH_BENEATH = 1 };
enum { READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };

typedef struct PathBeneath {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed)) PathBeneath;

/* What loading a library opens, and what the C library and NVRTC read about the machine. */
static const char *const always[] = {"/lib",
                                     "/lib64",
                                     "/usr/lib",
                                     "/usr/lib64",
                                     "/usr/local/lib",
                                     "/dev",
                                     "/proc/self/maps",
                                     "/proc/meminfo",
                                     "/proc/cpuinfo",
                                     "/etc/ld.so.cache",
                                     "/etc/localtime",
                                     NULL};

static void allow(int rules, const char *path)
{
    struct stat info;
    PathBeneath rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0)
        return;
    if (fstat(rule.folder, &info) == 0) {
        rule.allowed = S_ISDIR(info.st_mode) ? READ_FILE | READ_FOLDER : READ_FILE;
        syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    close(rule.folder);
}

bool confine_reading(const char *const *folders)
{
    uint64_t handled = READ_FILE | READ_FOLDER;
    int rules = (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
    if (rules < 0)
        return false;
    for (const char *const *path = always; *path; path++)
        allow(rules, *path);
    for (; *folders; folders++)
        allow(rules, *folders);
    bool done =
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return done;
}
