/* What a Work is made of, for work*.c. */
#ifndef CULAB_SESSION_WORK_IMPL_H
#define CULAB_SESSION_WORK_IMPL_H

#include <sys/types.h>
#include <time.h>

#include "session/work.h"
#include "text/journal.h"

/* A source that is larger is refused by the worker anyway; one can still be edited down. */
enum { WORK_FILE_LIMIT = 64 << 20 };

/* How the file lay on disk when its content was read or written last. */
typedef struct DiskState {
    bool exists;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified;
} DiskState;

struct Work {
    char *folder, *path;
    const char *name; /* of the file: "kernel.cu" */
    Text *text;
    Journal *journal; /* NULL: none can be kept */
    int lock;         /* -1: none */
    int slot;         /* 1: the first lab that has the exercise open */
    int watch;        /* inotify; -1: none */
    DiskState disk;
    uint64_t saved_hash; /* of the content that file and text had in common last */
    size_t saved_size;
    bool conflict;        /* another program's text is in the file, and that was told */
    bool journal_failing; /* and that was told */
    StrBuf recovery;
    char *recovery_path; /* NULL: none is offered */
    bool recovery_damaged;
};

/* Path of a file of ours in the folder: ".kernel.cu.NAME", or ".kernel.cu.NAME-NUMBER" from 2 on;
 * of another work file with its name. */
const char *work_side_path(const Work *work, StrBuf *out, const char *name, int number);
/* A path of this kind where nothing is yet. */
const char *work_free_side_path(const Work *work, StrBuf *out, const char *name);

/* work_recovery.c: takes a lock, sets the journals of killed labs aside, offers the first. */
void work_take_slot(Work *work, Notices *notices);
void work_find_recovery(Work *work, Notices *notices);

/* work_disk.c */
DiskState disk_state(const char *path);
bool disk_state_equal(const DiskState *a, const DiskState *b);
/* File and text are the same from now on. `state`: the file's, as it was before `content` was read,
 * so that what another program wrote meanwhile is seen. */
void work_agree(Work *work, View content, DiskState state);

#endif
