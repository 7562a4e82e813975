/* Races between the host and work that is under way: memory of the host's that a pending operation
 * reads or writes is kept as it was when the operation was asked for. What differs when its turn
 * comes was written by the program meanwhile, which no wait orders.
 *
 * What operations themselves write is taken over in between, and what host functions in streams
 * write that come before the pending operation; what others of them write counts as the program's.
 * Only with the race checker on, and no more than some megabytes. */
#ifndef CULAB_SIM_API_HOST_WATCH_H
#define CULAB_SIM_API_HOST_WATCH_H

#include "sim/api/queue.h"

typedef struct HostWatch HostWatch;

/* Whether the host can use the memory as well. */
bool host_watch_reaches(uint64_t address);
/* "copy to the device of 4096 bytes", "kernel add". */
void host_watch_name(const Op *op, char *out, size_t size);
/* `op` will use memory: watched if the host can reach it without a copy. */
void host_watch_add(Op *op, uint64_t address, uint64_t size);
/* The same for what a kernel's parameters point to. */
void host_watch_parameters(Op *op, const void *parameters, size_t size);
/* Around an operation's run. */
void host_watch_begin(Op *op);
void host_watch_end(Op *op);
/* When a copy's turn has come: it uses all that it names. */
void host_watch_tell(Op *op);
/* After a launch, while what it touched is known: tells of what it has used. */
void host_watch_launched(Op *op);
void host_watch_drop(Op *op);

#endif
