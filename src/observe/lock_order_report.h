/* Circles of threads that may wait for each other's locks, in words. */
#ifndef CULAB_OBSERVE_LOCK_ORDER_REPORT_H
#define CULAB_OBSERVE_LOCK_ORDER_REPORT_H

#include "observe/lock_circle.h"
#include "observe/lock_words.h"

/* Tells each circle once. To be called when the launch is over. */
void lock_order_report(LockSteps *steps, const LockWords *words, const SimLaunchInfo *launch,
                       SimFindingSink findings);

#endif
