/* Contexts: made, given up, the primary one. */
#ifndef CULAB_SIM_API_CONTEXT_H
#define CULAB_SIM_API_CONTEXT_H

#include "sim/api/state.h"

/* A context that is active, with its default stream. NULL: no memory. */
Context *context_make(unsigned flags, unsigned api_version, bool primary);
/* Runs what is pending, frees all that belongs to it, ends its fault. The struct stays, since a
 * thread may still have it current. */
void context_close(Context *context);
bool context_revive(Context *context);
/* CU_CTX_... bits that make sense together. */
bool context_flags_valid(unsigned flags);
/* "ctx", or the current one for NULL; NULL: none, or not one. */
Context *context_of(CUcontext handle);

#endif
