/* PTX of a kernel made to stamp when and where its blocks run. */
#ifndef CULAB_WORKER_STAMP_H
#define CULAB_WORKER_STAMP_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/view.h"

/* The module's variable that holds the address of the stamps: 24 bytes a block, as
 * result/schedule.h has them, all zero at first. */
#define STAMP_VARIABLE "culab_stamps"
enum { STAMP_BYTES = 24 };

/* Adds to `out` the module with stamps in the entry function `kernel`: the first thread of a block
 * writes its begin and SM, each thread that ends raises the block's end. `clock` is the special
 * register that gives the time ("%globaltimer"). `version`: 84 for PTX 8.4, if the module is of a
 * newer one; 0: as it is. False: there is no such entry function, or it cannot be read. */
bool stamp_ptx(View ptx, const char *kernel, const char *clock, int version, StrBuf *out);

#endif
