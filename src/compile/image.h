/* A compiled source as bytes, which spare another worker the compile. */
#ifndef CULAB_COMPILE_IMAGE_H
#define CULAB_COMPILE_IMAGE_H

#include "compile/compile.h"

enum { IMAGE_MOST = 4 << 20 }; /* bytes; larger ones are not made */

/* Into compiled->result.image, if it can be run. */
void image_make(Compiled *compiled);
/* What to run, without what was said of it. False: these bytes are no image. */
bool image_read(View image, Compiled *out);

#endif
