/* Reading a session's results: what several panes need. */
#ifndef CULAB_VIEW_RESULTS_H
#define CULAB_VIEW_RESULTS_H

#include "session/session.h"
#include "view/surface.h"

/* One finding of the verdict, with the cases it came up in. */
typedef struct FindingRow {
    const Finding *finding;
    size_t case_index; /* the first one */
    size_t cases;      /* how many */
    uint64_t repeats;  /* in all of them */
} FindingRow;
typedef VEC(FindingRow) FindingRows;

/* The findings of all cases that the learner may see, equal ones joined. Empties `rows` first. */
void findings_collect(const Verdict *verdict, FindingRows *rows);

/* The first comparison with wrong elements among the shown cases. False: none. */
bool first_wrong(const Verdict *verdict, size_t *case_index, size_t *comparison);
/* The case whose figures are shown: the one that was timed, else of those that the learner may see
 * the one in which threads did most. NULL: none has figures. */
const CaseResult *measured_case(const Verdict *verdict);
/* "out[127]", "out[3][12]" for 2-D: row, column. */
void element_name(const BufferResult *buffer, uint64_t index, StrBuf *out);
void dim3_format(Dim3 value, StrBuf *out);                      /* "1,0,0" */
void thread_format(Dim3 block, Dim3 thread, StrBuf *out);       /* "block 0 thread 127" */
void thread_format_brief(Dim3 block, Dim3 thread, StrBuf *out); /* "2, 7" */
size_t count_errors(const CompileResult *compile);
const Diagnostic *first_error(const CompileResult *compile); /* NULL: none */
bool diagnostic_is_in_kernel(const Diagnostic *diagnostic);  /* in a text, not in a header */
/* The session's file that a diagnostic or a place names; the only one where there is one. -1: it is
 * none of them. */
int file_of_name(const Session *session, const char *name);
const char *verdict_glyph(CaseVerdict verdict);
Style verdict_style(CaseVerdict verdict);
const char *severity_glyph(Severity severity);
Style severity_style(Severity severity);
const char *severity_text(Severity severity);

#endif
