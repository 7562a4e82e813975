/* Which spans of a host program's timeline decided how long it took. */
#ifndef CULAB_RESULT_TIMELINE_H
#define CULAB_RESULT_TIMELINE_H

#include "result/host.h"

/* For each span of `host` whether it lies on the critical path: the span that ended last, what it
 * waited for last, and so on, until something waited for the host alone. An array of
 * host->spans.size; the caller frees it. */
bool *timeline_critical(const HostRun *host);

/* The work that `span` waited for longest: one before it in its stream, one that it depends on, or
 * one that held the same engine. HOST_NONE: it began when it was asked for. */
uint32_t timeline_cause(const HostRun *host, uint32_t span);

#endif
