/* The terminal: a surface drawn by curses, raw input, and the way back to how it was, from any
 * state, signal handlers included. One is open at a time. */
#ifndef CULAB_TERM_TERMINAL_H
#define CULAB_TERM_TERMINAL_H

#include "base/error.h"
#include "view/surface.h"

typedef struct Terminal Terminal;

/* Takes over the terminal on standard input and output. NULL: there is none, or it cannot place
 * text; the error says what to do instead. */
Terminal *terminal_open(Error *error);
void terminal_close(Terminal *terminal); /* NULL is fine */
Surface *terminal_surface(Terminal *terminal);
void terminal_begin(Terminal *terminal);  /* an empty surface of the terminal's present size */
void terminal_show(Terminal *terminal);   /* sends what differs from what is shown */
void terminal_redraw(Terminal *terminal); /* the next show sends everything */
/* Gives the terminal back for a while, and takes it again. */
void terminal_suspend(Terminal *terminal);
void terminal_resume(Terminal *terminal);
/* Puts the terminal back with calls that are allowed in signal handlers; nothing if none is open.
 */
void terminal_restore_in_signal(void);

#endif
