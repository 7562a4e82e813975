/* What the processes of one command have reported, counted in a file that all of them map. */
#ifndef CULAB_SIM_REPORT_TALLY_H
#define CULAB_SIM_REPORT_TALLY_H

#include <stdatomic.h>
#include <stdint.h>

/* The file that $CULAB_SIM_TALLY names is as long as this, and 0 at first. */
typedef struct ReportTally {
    _Atomic uint64_t processes; /* that called cuInit */
    _Atomic uint64_t launches;
    _Atomic uint64_t findings;    /* kinds: a rule at a place */
    _Atomic uint64_t occurrences; /* of these, all in all */
    _Atomic uint64_t unprinted;   /* kinds beyond the limit */
    _Atomic uint64_t leaks, leaked_bytes;
    _Atomic uint64_t calls; /* that returned an error */
} ReportTally;

#endif
