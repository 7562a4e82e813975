/* Results as text for people. All text from outside is made inert. */
#ifndef CULAB_REPORT_TEXT_H
#define CULAB_REPORT_TEXT_H

#include "check/check.h"
#include "wire/message.h"

typedef struct TextStyle {
    bool ascii; /* the terminal takes no UTF-8 */
} TextStyle;

void text_of_foreign(StrBuf *out, const char *text, const TextStyle *style);
/* "k.cu:3:10: error: ...", one each, further lines indented; also trouble of the compiler. */
void text_of_compile(StrBuf *out, const CompileResult *compile, const TextStyle *style);
/* "(0,0,0) (3,0,0) line 5: text"; of one run only, or of all with `run` -1, and then how many were
 * lost. */
void text_of_prints(StrBuf *out, const PrintLog *prints, int64_t run, const TextStyle *style);
void text_of_findings(StrBuf *out, const RunResult *run, const TextStyle *style);
/* How the launch ended, in a line. */
void text_of_launch(StrBuf *out, const PreparedCase *prepared, const RunResult *run,
                    const TextStyle *style);
void text_of_timing(StrBuf *out, const RunResult *run); /* nothing when it was not measured */
/* The picture and its sentences; nothing when it was not asked for. */
void text_of_schedule(StrBuf *out, const Schedule *schedule, const TextStyle *style);
void text_of_device(StrBuf *out, const HelloMessage *hello, const TextStyle *style);
/* The first elements of a buffer; a question mark for one that nothing has written. */
void text_of_buffer(StrBuf *out, const BufferResult *buffer, const char *saved_to);
/* A table: index, expected, got, difference, written by. */
void text_of_mismatches(StrBuf *out, const PreparedCase *prepared, const Comparison *comparison,
                        const TextStyle *style);

#endif
