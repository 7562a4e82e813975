/* What terminfo says about the terminal. */
#ifndef CULAB_TERM_CAPABILITY_H
#define CULAB_TERM_CAPABILITY_H

#include <stdbool.h>

/* Reads the entry of $TERM. False: there is none. */
bool capability_load(void);
void capability_unload(void);                  /* before curses loads its own */
const char *capability_text(const char *name); /* "cup"; NULL: it has none */

#endif
