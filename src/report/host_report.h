/* What a host program did, as text and as JSON; and its timeline as a trace for Perfetto. */
#ifndef CULAB_REPORT_HOST_REPORT_H
#define CULAB_REPORT_HOST_REPORT_H

#include "report/json.h"
#include "report/text.h"

enum { HOST_OUTPUT_SHOWN = 16 << 10 }; /* bytes of a program's output, in a report as text */

/* What it wrote, from byte `from` on: that much was shown already; NULL is fine: nothing. */
void text_of_host_output(StrBuf *out, const HostRun *host, size_t from, const TextStyle *style);
/* How it ended. */
void text_of_host_end(StrBuf *out, const HostRun *host, const TextStyle *style);
/* Its calls, one line each. */
void text_of_host_calls(StrBuf *out, const HostRun *host, const TextStyle *style);
/* NULL gives null. */
json_t *json_of_host(const HostRun *host);
/* The Trace Event Format: an array of events, times in microseconds; rows for the host's threads,
 * the streams, the copy engines and the kernels. */
void host_trace(const HostRun *host, StrBuf *out);

#endif
