/* What can be said of a source before it is compiled. */
#ifndef CULAB_SESSION_SOURCE_H
#define CULAB_SESSION_SOURCE_H

#include "result/result.h"

enum { SOURCE_LIMIT = 4 << 20 }; /* bytes that are compiled */

/* False: NUL, invalid UTF-8 or too long; `out` is then a compile result that says where. */
bool source_check(const char *file, View source, CompileResult *out);

#endif
