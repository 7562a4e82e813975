/* The report of findings that the library writes by itself, when $CULAB_SIM_REPORT asks for it. */
#ifndef CULAB_SIM_API_REPORT_H
#define CULAB_SIM_API_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

/* Reads $CULAB_SIM_REPORT (a file that findings are appended to) and $CULAB_SIM_CHECKS (the checks
 * of launches, "race,init", "all"); false when the latter names an unknown check. Under the
 * library's lock. */
bool report_start(uint32_t *checks);
/* Writes what was found since the last call; after each launch, with the library's lock held. */
void report_findings(void);
/* Writes a finding about the host, that belongs to no launch. */
void report_host(const SimFinding *finding);
/* Writes what is no finding but explains why a program fails; the first one of a process. */
void report_note(const char *text);

#endif
