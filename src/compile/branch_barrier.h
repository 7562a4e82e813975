/* Whether a source has a barrier for the whole block, or a return, in a branch. */
#ifndef CULAB_COMPILE_BRANCH_BARRIER_H
#define CULAB_COMPILE_BRANCH_BARRIER_H

#include <stdbool.h>

#include "base/view.h"

/* True where __syncthreads() or one of its kin stands under an if or else: whether threads that go
 * around it come to code behind it cannot always be seen in optimised code, which lets those that
 * have nothing left to do return. It looks at the text alone. */
bool source_has_barrier_in_branch(View source);
/* True where a "return;" stands there. Optimised code may let the threads that return go around the
 * others' code instead, and end with them. */
bool source_has_return_in_branch(View source);

#endif
