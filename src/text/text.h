/* The text being edited: bytes with a gap at the last edit, marks, undo in groups, search.
 * Positions are byte offsets; lines are numbered from 0. Any bytes are allowed. */
#ifndef CULAB_TEXT_TEXT_H
#define CULAB_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/view.h"

typedef struct Text Text;
typedef uint32_t Mark; /* a position that moves with the text around it */

Text *text_new(View initial);
void text_free(Text *text);
size_t text_size(const Text *text);
size_t text_line_count(const Text *text);              /* at least 1 */
size_t text_line_start(const Text *text, size_t line); /* past the end: text_size */
size_t text_line_end(const Text *text, size_t line);   /* before its LF */
size_t text_line_of(const Text *text, size_t position);
void text_copy(const Text *text, size_t from, size_t to, StrBuf *out); /* appends */
void text_copy_line(const Text *text, size_t line, StrBuf *out);       /* without LF */
char text_byte(const Text *text, size_t position);                     /* '\0' past the end */

/* Every change goes through this one; it records undo and tells the listener. */
void text_replace(Text *text, size_t from, size_t to, View with);
/* Changes between begin and end are one undo step; calls nest. Single typed characters that follow
 * each other without a pause are joined to one step by themselves. */
void text_group_begin(Text *text);
void text_group_end(Text *text);
bool text_undo(Text *text,
               size_t *position); /* false: nothing to undo; else where the cursor goes */
bool text_redo(Text *text, size_t *position);
uint64_t text_version(const Text *text); /* grows by each change */
uint64_t text_hash(const Text *text);    /* of the content */

Mark text_mark(Text *text, size_t position);
size_t text_mark_position(const Text *text, Mark mark);
void text_unmark(Text *text, Mark mark);

/* Next match at or after `from` (before it, backwards), wrapping around; plain text, optionally
 * ignoring ASCII case. False: none. */
bool text_find(const Text *text, View pattern, size_t from, bool backwards, bool ignore_case,
               size_t *match);

/* Told after each change: [from, old_to) became [from, new_to). One listener (the journal and the
 * highlighter hang behind the session's). */
typedef void (*TextListener)(void *context, size_t from, size_t old_to, size_t new_to);
void text_listen(Text *text, TextListener listener, void *context);

#endif
