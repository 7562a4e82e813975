/* Blocks dealt out to multiprocessors by rule, for the simulator, which does not model time. */
#ifndef CULAB_RESULT_SCHEDULE_DEAL_H
#define CULAB_RESULT_SCHEDULE_DEAL_H

#include "result/schedule.h"

/* Of each block (in the grid's order) only its length, end - begin, is read: what it takes when it
 * is alone on an SM. Written are SM, begin and end: a block goes to the SM that has most places
 * free as soon as there is one; blocks that are on an SM at once share its time equally, so that an
 * SM issues one warp-instruction a cycle, as the simulator's other times have it. */
void schedule_deal(ScheduleSpan *spans, uint64_t count, uint32_t sms, uint32_t per_sm);

#endif
