/* What of a packed page is unpacked for the moment: the strips' own part of strip.h. */
#ifndef CULAB_OBSERVE_STRIP_VIEW_H
#define CULAB_OBSERVE_STRIP_VIEW_H

#include "observe/strip.h"

/* A view of the packed page, nothing of it loaded. NULL: no memory. */
StripPage *view_open(Strips *strips, StripPage *page);
/* Slots of one more kind in what is loaded. */
Slot *view_kind(Strips *strips, uint32_t kind);
/* Forgets what was changed, if the view is one of the page. */
void view_drop(Strips *strips, const StripPage *page);
void view_free(Strips *strips);

#endif
