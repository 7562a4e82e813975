/* Where the library lies that host programs are linked with. */
#ifndef CULAB_PROGRAM_LIBRARY_H
#define CULAB_PROGRAM_LIBRARY_H

#include "base/error.h"

/* lib/culab/libculab_host.so beside this program's folder, or $CULAB_HOST_LIBRARY. */
bool library_find(StrBuf *out, Error *error);

#endif
