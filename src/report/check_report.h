/* The verdict of an exercise, as text and as JSON. */
#ifndef CULAB_REPORT_CHECK_REPORT_H
#define CULAB_REPORT_CHECK_REPORT_H

#include "check/check.h"
#include "report/text.h"

typedef struct CheckReport {
    const Exercise *exercise;
    const char *file;           /* that was checked */
    const HelloMessage *device; /* NULL: no worker came */
    const CompileResult *compile;
    const PrintLog *prints;
    const Verdict *verdict;
} CheckReport;

/* Hidden cases are named and judged; their data are not shown. */
void check_report_text(const CheckReport *report, StrBuf *out, const TextStyle *style);
void check_report_json(const CheckReport *report, StrBuf *out);

#endif
