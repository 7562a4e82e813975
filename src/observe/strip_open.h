/* Which pages stay open while others are packed, because a kernel is at work on them: the strips'
 * own part of strip.h. */
#ifndef CULAB_OBSERVE_STRIP_OPEN_H
#define CULAB_OBSERVE_STRIP_OPEN_H

#include "observe/strip.h"

/* The page, which is open and of small units, may stay so for now: the one that has been so for
 * longest is packed instead. False: it should be packed. */
bool open_keep(Strips *strips, StripPage *page);
/* A packed page is looked at: whether it has been lately, and again and again, so that it is worth
 * opening. */
bool open_pays(Strips *strips, StripPage *page);
void open_free(Strips *strips);

#endif
