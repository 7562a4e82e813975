/* The learner's text of one exercise: its work file, its journal, and other programs that write the
 * file. Nothing on disk is overwritten that was not read before. */
#ifndef CULAB_SESSION_WORK_H
#define CULAB_SESSION_WORK_H

#include "session/notices.h"

typedef struct Work Work;

/* One of the files that a learner edits. Its texts must live as long as the Work. */
typedef struct WorkFile {
    const char *name;    /* "kernel.cu" */
    const char *starter; /* path of its first content */
} WorkFile;

/* Never fails: what the disk refuses is told as a notice, and the text is then in memory only. */
Work *work_open(const char *data_folder, const char *exercise, const WorkFile *file,
                Notices *notices);
/* Flushes. The journal stays when it holds what was not saved. NULL is fine. */
void work_close(Work *work);

Text *work_text(Work *work);
bool work_modified(const Work *work);
/* When another program wrote the file, the first try is an error that says so; the next one keeps
 * that program's text beside the file and goes on. */
bool work_save(Work *work, Error *error);
/* Takes the file's content, as one undo step. */
bool work_reload(Work *work, Error *error);
/* The first difference from `content` to the last is replaced, as one undo step. */
void work_replace_text(Work *work, View content);

/* Looks whether another program wrote the file: takes its text when ours is saved, else tells once.
 * True when the text changed. */
bool work_check_disk(Work *work, Notices *notices);
/* Readable when the folder changed; -1: it cannot be watched. */
int work_watch_fd(const Work *work);
/* Empties it. True when it told of the work file. */
bool work_watch_drain(Work *work);

int64_t work_deadline(const Work *work); /* of the journal; monotonic */
void work_flush(Work *work, Notices *notices);
bool work_flush_quietly(Work *work); /* from a signal handler, or for want of memory */

/* Text of a killed lab that differs from the file's; NULL: none (more). It may hold NUL:
 * accepting takes all of it. */
const char *work_recovery(const Work *work);
/* Takes it over, as one undo step, or drops it; then the next is offered, if there is one. */
void work_recover(Work *work, bool accept, Notices *notices);

#endif
