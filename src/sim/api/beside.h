/* Operations of streams that nothing orders: when one begins, those that are pending and do not
 * come behind it run beside it, whatever the scheduler does. What has run when another one is asked
 * for was waited for, and comes before. */
#ifndef CULAB_SIM_API_BESIDE_H
#define CULAB_SIM_API_BESIDE_H

#include "sim/api/queue.h"

/* Before an operation runs, and after it; the checkers are told which one it is. */
void beside_begin(Op *op);
void beside_end(void);
/* The call just made orders operations in a way that who asks for touches doesn't follow: by a
 * capture, a value in memory, a host function. From here on the library compares for itself. */
void beside_hide_order(void);
/* Before an operation is freed. */
void beside_drop(Op *op);

/* Whether anybody wants to know. */
bool beside_is_wanted(void);
/* The operation that runs makes this memory, in the order of its stream. */
void beside_allocated(uint64_t address, uint64_t size);

#endif
