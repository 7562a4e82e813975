/* Frees of what cannot be freed, or not by that call: told as findings, whatever the call answers.
 */
#ifndef CULAB_SIM_API_FREE_TOLD_H
#define CULAB_SIM_API_FREE_TOLD_H

#include <stdint.h>

/* What is to be freed at the address was freed before, is no allocation's start, of another kind,
 * or memory of the host's own. Nothing is told of addresses that never were memory: a program may
 * well ask about them. `call`: without its parentheses. */
void free_tell(uint64_t address, const char *call);
/* The same for cuMemHostUnregister, which may be asked about any memory of the host's own. */
void unregister_tell(uint64_t address);

#endif
