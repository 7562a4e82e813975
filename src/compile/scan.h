/* Reading a source's text without understanding it: what is no code is stepped over. */
#ifndef CULAB_COMPILE_SCAN_H
#define CULAB_COMPILE_SCAN_H

#include <stdbool.h>

/* Steps over the comment, text, character or directive that begins at *at. False: none does. */
bool scan_skip(const char **at, const char *end);

#endif
