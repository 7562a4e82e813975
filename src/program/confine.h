/* What a compiler or a host program may touch of this machine: libraries, headers, devices, and its
 * own folder. By Landlock, where the system has it. */
#ifndef CULAB_PROGRAM_CONFINE_H
#define CULAB_PROGRAM_CONFINE_H

#include <stdbool.h>

enum { CONFINE_RULES = 16 };

/* Made in the parent; only applied in the child. */
typedef struct Confinement {
    int rules; /* descriptor of the rule set; -1: this system has none */
} Confinement;

/* `folder` may be read, executed from and, if `writes`, written to. `readable`: further folders or
 * files, ended by NULL. */
void confinement_make(Confinement *confinement, const char *folder, bool writes,
                      const char *const *readable);
/* A library and what lies beside it: drivers load further ones from there. `path` may be a link, or
 * a bare name (which the loader looks for where it does), or NULL. */
void confinement_allow_library(Confinement *confinement, const char *path);
void confinement_free(Confinement *confinement);
/* For SpawnRequest.confine: `state` is a Confinement, which is made for one process. */
bool confinement_apply(void *state);

#endif
