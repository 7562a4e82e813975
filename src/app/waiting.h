/* What a command waits for, told on a terminal while it has nothing else to say: one line on
 * standard error, which is gone before anything is printed. */
#ifndef CULAB_APP_WAITING_H
#define CULAB_APP_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { WAITING_TICK_MS = 250 };

typedef struct Waiting {
    StrBuf what;
    int64_t since_ns, step_ns; /* when the waiting began, and what is waited for now; 0: nothing */
    int64_t second;            /* the one that is shown */
    bool told, shown;
} Waiting;

/* From now on this is waited for. It is shown once the person has waited for a while, and never
 * where standard error is no terminal that can take a line back, or $CI is set. */
void waiting_for(Waiting *waiting, const char *what);
void waiting_tick(Waiting *waiting); /* to be called every WAITING_TICK_MS */
void waiting_end(Waiting *waiting);  /* takes the line back */
void waiting_free(Waiting *waiting); /* the same, for good */

#endif
