/* The report of findings that the library writes by itself, when $CULAB_SIM_REPORT asks for it. */
#ifndef CULAB_SIM_API_REPORT_H
#define CULAB_SIM_API_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/api/call_site.h"
#include "sim/api/host_frames.h"
#include "sim/observer.h"

/* What findings belong to. */
typedef struct ReportLaunch {
    uint64_t number;
    const char *kernel;
    SimDim grid, block, cluster;
    uint64_t shared; /* dynamic, bytes of a block */
    HostFrames from;
} ReportLaunch;

/* Before the library's lock is taken for the first time. */
void report_prepare(void);
/* Reads $CULAB_SIM_REPORT (a file that findings are appended to) and the variables beside it, and
 * $CULAB_SIM_CHECKS (the checks of launches, "race,init", "all"); false when one of them is not
 * understood. Under the library's lock. */
bool report_start(uint32_t *checks);
bool report_wanted(void);
/* Writes what was found since the last call; after each launch, with the library's lock held.
 * NULL: it was none of a kernel. */
void report_findings(const ReportLaunch *launch);
/* Writes a finding about the host, that belongs to no launch. */
void report_host(const SimFinding *finding);
/* Writes that a call of the program has failed, each function and reason once. */
void report_call(const char *function, const char *text);
/* Writes what is no finding but may be a mistake; once for each place that calls. */
void report_hint(const char *rule, const char *text, const CallSite *call);
/* Writes what is no finding but explains why a program fails; the first one of a process. */
void report_note(const char *text);

#endif
