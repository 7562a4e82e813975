/* The picture of one access: what each lane of a warp touched, in sectors or banks. */
#ifndef CULAB_VIEW_ACCESS_PICTURE_H
#define CULAB_VIEW_ACCESS_PICTURE_H

#include "result/result.h"
#include "view/surface.h"

/* "load of in[32]", "shared store to tile[0]". */
void access_title(const WarpAccess *access, StrBuf *out);
/* "4 sectors of 32 bytes, at least 4", "32 passes, at least 1". */
void access_cost(const WarpAccess *access, StrBuf *out);
/* "sectors of 32 bytes"; in fewer words where these are more than `columns`. */
void access_unit(const WarpAccess *access, int columns, StrBuf *out);
/* How many rows the picture needs at this width; not whole: without the rows of the banks. */
int access_picture_rows(const WarpAccess *access, int width, bool whole);
/* Draws as much as fits. */
void access_picture_draw(const WarpAccess *access, Surface *surface, Rect rect);

#endif
