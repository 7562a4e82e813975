/* The journal: every edit on disk within 200 characters or 4 seconds, so that a killed lab loses no
 * more. One file beside the work file; checksummed records; a torn tail is cut off when read. */
#ifndef CULAB_TEXT_JOURNAL_H
#define CULAB_TEXT_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "text/text.h"

typedef struct Journal Journal;

/* Starts a journal for a text whose base content is `base` (what the work file holds). What stood
 * in the file before is gone: recover it first. NULL: none can be kept, `error` says why. A
 * journal and an error: the disk was full, it is tried again with the next flush. */
Journal *journal_open(const char *path, View base, Error *error);
/* The listener's words: [from, old_to) became [from, new_to). At 200 characters it is flushed. */
void journal_edit(Journal *journal, const Text *text, size_t from, size_t old_to, size_t new_to);
/* When the next flush is due (monotonic ns; INT64_MAX: nothing waits). A flush that failed is due
 * at once, so that it is told, and again every 4 seconds: nothing that waits is dropped. */
int64_t journal_deadline(const Journal *journal);
bool journal_flush(Journal *journal, Error *error);
/* After a save: the journal starts anew from the saved content. */
bool journal_restart(Journal *journal, View base, Error *error);
void journal_close(Journal *journal, bool remove); /* remove: nothing unsaved is left */
/* Reads a journal that a killed lab left. Returns true and the text as it was after the last whole
 * record; false with no error when there is none or it holds no edit; false with an error when it
 * is foreign or corrupt (the caller sets the file aside). True with an error: what follows the
 * recovered text is damaged; the file is worth keeping. */
bool journal_recover(const char *path, StrBuf *recovered, Error *error);

#endif
