/* The compiler's errors in words that help a learner, where its own don't. */
#ifndef CULAB_COMPILE_PLAIN_WORDS_H
#define CULAB_COMPILE_PLAIN_WORDS_H

#include <stdbool.h>

#include "result/result.h"

/* Changes the text of an error that speaks of what a learner of this lab can't know; the
 * compiler's own words follow on a line of their own. `toolkit`: its headers can be included. */
void diagnostic_explain(Diagnostic *diagnostic, bool toolkit);

#endif
