/* The `:` prompt: readline's editing, history and completion, without its drawing. Readline has one
 * state for the whole process, so there is one prompt. */
#ifndef CULAB_TERM_PROMPT_H
#define CULAB_TERM_PROMPT_H

#include "base/strbuf.h"
#include "command/key.h"

/* Adds whole lines that complete `line`, one a line. */
typedef void (*PromptComplete)(void *context, View line, StrBuf *out);

typedef enum PromptState { PROMPT_OPEN, PROMPT_DONE, PROMPT_CANCELLED } PromptState;

/* `history`: a file to read once; NULL: none. */
void prompt_begin(const char *history);
void prompt_end(void); /* writes the history, if the file can be written */
void prompt_open(View initial, PromptComplete complete, void *context);
PromptState prompt_key(Key key);
void prompt_paste(View text); /* on one line */
View prompt_line(void);       /* what is in it; of the finished one, after PROMPT_DONE */
size_t prompt_cursor(void);   /* byte */
View prompt_matches(void);    /* to choose from, one a line; empty: none to show */
void prompt_close(void);

#endif
