/* What a thread knew of all others at a moment of its launch, kept for when that is over: grids
 * that it launched then run later. */
#ifndef CULAB_OBSERVE_ORDER_KNOWN_H
#define CULAB_OBSERVE_ORDER_KNOWN_H

#include "observe/order.h"

typedef struct OrderKnown OrderKnown;

/* What the lane knows now; lives until it is freed, whatever becomes of `order`. NULL: no memory.
 */
OrderKnown *order_known_new(Order *order, const OrderBlock *block, uint32_t warp, uint32_t lane);
void order_known_free(OrderKnown *known); /* NULL is fine */
/* Was what happened at `earlier` ordered before that moment? Its own thread's always is. To be
 * asked when the launch has ended. */
bool order_known_has(const OrderKnown *known, Stamp earlier);

#endif
