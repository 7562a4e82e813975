/* Results as JSON values. Text from outside keeps its characters; bytes that are not UTF-8 become
 * U+FFFD. Numbers that JSON has not (nan, inf, integers beyond 64 bits signed) become texts. */
#ifndef CULAB_REPORT_JSON_H
#define CULAB_REPORT_JSON_H

#include <jansson.h>

#include "check/check.h"
#include "wire/message.h"

json_t *json_of_view(View text);
json_t *json_of_text(const char *text); /* NULL gives null */
json_t *json_of_real(double value);
json_t *json_of_dim(Dim3 dim);
json_t *json_of_element(ElementType type, const void *at);
json_t *json_of_device(const HelloMessage *hello); /* NULL gives null */
json_t *json_of_compile(const CompileResult *compile);
json_t *json_of_prints(const PrintLog *prints);
json_t *json_of_findings(const RunResult *run);
json_t *json_of_timing(const RunResult *run);       /* null: not measured */
json_t *json_of_schedule(const Schedule *schedule); /* null: not asked for */
json_t *json_of_accesses(const RunResult *run);     /* the most wasteful of each line */
json_t *json_of_kernels(const RunResult *run);      /* figures by kernel and line, each by name */
json_t *json_of_metrics(const json_t *kernels); /* { name: value } of the first: the one launched */
json_t *json_of_launch(const PreparedCase *prepared, const RunResult *run);
json_t *json_of_writer(const Writer *writer); /* null when unknown */
json_t *json_of_buffer(size_t argument, const BufferResult *buffer, const char *saved_to);
/* Appends the document and a line end; control characters and all beyond ASCII are escaped. Frees
 * `value`. */
void json_print(json_t *value, StrBuf *out);

#endif
