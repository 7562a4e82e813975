/* What `culab run` gave, as text and as JSON. */
#ifndef CULAB_REPORT_RUN_REPORT_H
#define CULAB_REPORT_RUN_REPORT_H

#include "report/text.h"

typedef struct RunReport {
    const HelloMessage *device; /* NULL: no worker came */
    const CompileResult *compile;
    const PrintLog *prints;
    const PreparedCase *prepared;
    const RunResult *run;
    char *const *saved_to;      /* for each argument: the file its buffer was written to, or NULL */
    const Explanations *values; /* NULL: not asked for */
    const char *trouble;        /* of the lab or the machine, besides; "" none */
} RunReport;

void run_report_text(const RunReport *report, StrBuf *out, const TextStyle *style);
void run_report_json(const RunReport *report, StrBuf *out);

#endif
