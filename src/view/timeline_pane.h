/* What the device did when, for a host program: a row for the host's calls and one for each stream
 * and engine. */
#ifndef CULAB_VIEW_TIMELINE_PANE_H
#define CULAB_VIEW_TIMELINE_PANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty at first: what the device did is shown, with little of the program around it. */
typedef struct TimelinePane {
    uint32_t chosen;       /* span; what is out of range is none */
    double from_ns, to_ns; /* shown; equal: the device's part */
} TimelinePane;

struct Screen;
/* Shows less of the time (factor above 1), around what is chosen, or more. False: there is none. */
bool timeline_zoom(struct Screen *screen, double factor);

#endif
