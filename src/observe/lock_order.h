/* Locks taken in one order by one thread and in another by another: each may come to wait for what
 * the other holds, in whatever order they ran this time. */
#ifndef CULAB_OBSERVE_LOCK_ORDER_H
#define CULAB_OBSERVE_LOCK_ORDER_H

#include "sim/observer.h"

typedef struct LockOrder LockOrder;

LockOrder *lock_order_new(SimFindingSink findings); /* NULL: no memory */
void lock_order_free(LockOrder *locks);
const SimObserver *lock_order_observer(const LockOrder *locks);

#endif
