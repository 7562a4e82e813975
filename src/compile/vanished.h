/* Variables in shared memory that a source declares and the optimised code doesn't have: where
 * nothing but one value is ever stored, the compiler reads that value in place of the variable,
 * also where a thread would have read it unwritten, or too early. */
#ifndef CULAB_COMPILE_VANISHED_H
#define CULAB_COMPILE_VANISHED_H

#include <stdbool.h>

#include "base/vec.h"
#include "base/view.h"

typedef VEC(View) VanishedList; /* names, in the source */

/* Adds those that are no arrays. By the text alone. */
void source_vanished(View source, View ptx, VanishedList *out);
/* Whether a text has the name as a word. */
bool text_has_word(View text, View word);

#endif
