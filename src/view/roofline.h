/* The roofline: what the device can do at this many operations a byte, and what the kernel did. */
#ifndef CULAB_VIEW_ROOFLINE_H
#define CULAB_VIEW_ROOFLINE_H

#include "result/result.h"
#include "view/surface.h"

enum { ROOFLINE_ROWS = 9 };

/* Both axes are logarithmic. Nothing is drawn where ceilings or rates are missing. */
void roofline_draw(const RunResult *run, Surface *surface, Rect rect);
bool roofline_known(const RunResult *run);

#endif
