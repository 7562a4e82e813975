/* Names that are nearly the same. */
#ifndef CULAB_BASE_NEAR_H
#define CULAB_BASE_NEAR_H

#include <stddef.h>

#include "base/strbuf.h"

/* The number of letters to change, add or take away to make one name of the other; for long names
 * some number that is too large. */
size_t text_distance(const char *a, const char *b);
/* Adds the up to `most` names that are nearest to `wanted`, if they are near at all, with commas
 * between; `name(i)` is the next of them, NULL behind the last. */
void near_names_add(StrBuf *out, const char *wanted, const char *(*name)(size_t), size_t most);

#endif
