/* What a host program did, as text and as JSON; and its timeline as a trace for Perfetto. */
#ifndef CULAB_REPORT_HOST_REPORT_H
#define CULAB_REPORT_HOST_REPORT_H

#include "report/json.h"
#include "report/text.h"

/* Its output and how it ended; NULL is fine: nothing. */
void text_of_host_output(StrBuf *out, const HostRun *host, const TextStyle *style);
/* Its calls, one line each. */
void text_of_host_calls(StrBuf *out, const HostRun *host, const TextStyle *style);
/* NULL gives null. */
json_t *json_of_host(const HostRun *host);
/* The Trace Event Format: an array of events, times in microseconds; rows for the host's threads,
 * the streams, the copy engines and the kernels. */
void host_trace(const HostRun *host, StrBuf *out);

#endif
