/* Copies to the host of memory of the device's that nothing has written. */
#ifndef CULAB_SIM_API_UNWRITTEN_H
#define CULAB_SIM_API_UNWRITTEN_H

#include "sim/api/call_site.h"
#include "sim/api/copy.h"

/* Before a copy is made that the host sees. A finding where nothing wrote any of it; where a part
 * is missing, a note in the report: a kernel may well fill less than its buffer, and structs have
 * padding. `call`: that asked for the copy. */
void unwritten_check(const Copy *copy, const CallSite *call);

#endif
