/* Reads the log of a host program. */
#include "host/record.h"

#include <stdlib.h>
#include <string.h>

uint32_t host_log_line(const HostLog *log, uint64_t pc)
{
    return pc ? lines_find(&log->lines, pc - 1) : 0; /* the call stands before it */
}

/* The struct of a record and what is behind it. False: too short. */
static bool take(View record, void *out, size_t size, View *rest)
{
    if (record.size < size)
        return false;
    memcpy(out, record.data, size);
    *rest = view_slice(record, size, record.size);
    return true;
}

static void take_extras(LoggedCall *call, View rest)
{
    LogExtra extra;
    rest = view_slice(rest, 0, call->log.extra_used);
    while (take(rest, &extra, sizeof extra, &rest)) {
        size_t padded = ((size_t)extra.size + 7) & ~(size_t)7;
        if (extra.argument >= PARAMETERS_MAX || padded > rest.size)
            return;
        call->extras[extra.argument] = view_slice(rest, 0, extra.size);
        rest = view_slice(rest, padded, rest.size);
    }
}

static void take_call(HostLog *out, View record)
{
    LoggedCall call = {0};
    View rest;
    if (!take(record, &call.log, sizeof call.log, &rest) ||
        !host_function_get(call.log.function, &call.function))
        return;
    take_extras(&call, rest);
    call.line = host_log_line(out, call.log.pc);
    vec_push(&out->calls, call);
}

static void take_print(HostLog *out, View record)
{
    LoggedPrint print;
    View rest;
    if (!take(record, &print.log, sizeof print.log, &rest) || print.log.text_size > rest.size)
        return;
    print.text = view_slice(rest, 0, print.log.text_size);
    vec_push(&out->prints, print);
}

static void take_finding(HostLog *out, View record)
{
    LoggedFinding finding;
    View rest;
    if (!take(record, &finding.log, sizeof finding.log, &rest))
        return;
    for (int i = 0; i < FINDING_TEXTS; i++) {
        if (finding.log.text_sizes[i] > rest.size)
            return;
        finding.texts[i] = view_slice(rest, 0, finding.log.text_sizes[i]);
        rest = view_slice(rest, finding.log.text_sizes[i], rest.size);
    }
    vec_push(&out->findings, finding);
}

static void take_text(const HostLog *log, View record, LoggedText *out)
{
    View rest;
    *out = (LoggedText){0};
    if (!take(record, &out->log, sizeof out->log, &rest))
        return;
    out->log.text[sizeof out->log.text - 1] = '\0';
    out->line = host_log_line(log, out->log.pc);
}

/* Structs that are kept as they are, but for the end of their texts. */
#define TAKE(Type, list, ...)                            \
    do {                                                 \
        Type taken;                                      \
        if (take(record, &taken, sizeof taken, &rest)) { \
            __VA_ARGS__;                                 \
            vec_push(&out->list, taken);                 \
        }                                                \
    } while (0)
#define END(text) (taken.text[sizeof taken.text - 1] = '\0')

static void take_record(HostLog *out, uint32_t kind, View record)
{
    View rest;
    LoggedText text;
    switch (kind) {
    case LOG_CALL:
        take_call(out, record);
        return;
    case LOG_PRINT:
        take_print(out, record);
        return;
    case LOG_FINDING:
        take_finding(out, record);
        return;
    case LOG_SPAN:
        TAKE(LogSpan, spans, END(name));
        return;
    case LOG_NUMBER:
        TAKE(LogNumber, numbers, END(name));
        return;
    case LOG_RESULT:
        TAKE(LogResult, results, (void)0);
        return;
    case LOG_METRIC:
        TAKE(LogMetric, metrics, END(kernel), END(name));
        return;
    case LOG_TOUCH:
        TAKE(LogTouch, touches, (void)0);
        return;
    case LOG_REFUSED:
        take_text(out, record, &text);
        vec_push(&out->refused, text);
        return;
    case LOG_MISUSE:
        take_text(out, record, &text);
        vec_push(&out->misuses, text);
        return;
    case LOG_TROUBLE:
        take_text(out, record, &text);
        vec_push(&out->troubles, text);
        return;
    case LOG_FAILED:
        take_text(out, record, &text);
        vec_push(&out->failed, text);
        return;
    case LOG_CRASH:
        if (!out->crash.signal)
            (void)take(record, &out->crash, sizeof out->crash, &rest);
        return;
    }
}

static int by_number(const void *a, const void *b)
{
    const LoggedCall *left = a, *right = b;
    return left->log.number < right->log.number ? -1 : left->log.number > right->log.number;
}

static int by_place(const void *a, const void *b)
{
    const LogTouch *left = a, *right = b;
    if (left->call != right->call)
        return left->call < right->call ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return left->address < right->address ? -1 : left->address > right->address;
}

/* What rules look up by number must be there by number. */
static void sort_calls(HostLog *out)
{
    if (out->calls.size > 0)
        qsort(out->calls.data, out->calls.size, sizeof *out->calls.data, by_number);
    if (out->touches.size > 0)
        qsort(out->touches.data, out->touches.size, sizeof *out->touches.data, by_place);
}

bool host_log_read(View memory, View program, const char *file, HostLog *out)
{
    View rest;
    *out = (HostLog){0};
    if (!take(memory, &out->header, sizeof out->header, &rest) || out->header.magic != LOG_MAGIC ||
        out->header.version != LOG_VERSION)
        return false;
    if (out->header.used < memory.size)
        rest = view_slice(memory, sizeof out->header, (size_t)out->header.used);
    lines_read(program, file, &out->lines);
    LogRecord record;
    View ignored;
    while (take(rest, &record, sizeof record, &ignored) && record.size >= sizeof record &&
           record.size <= rest.size && record.size % 8 == 0) {
        take_record(out, record.kind, view_slice(rest, 0, record.size));
        rest = view_slice(rest, record.size, rest.size);
    }
    sort_calls(out);
    return true;
}

void host_log_free(HostLog *log)
{
    vec_free(&log->calls);
    vec_free(&log->spans);
    vec_free(&log->prints);
    vec_free(&log->findings);
    vec_free(&log->numbers);
    vec_free(&log->results);
    vec_free(&log->metrics);
    vec_free(&log->touches);
    vec_free(&log->refused);
    vec_free(&log->misuses);
    vec_free(&log->troubles);
    vec_free(&log->failed);
    lines_free(&log->lines);
}

int call_argument(const LoggedCall *call, const char *name)
{
    for (size_t i = 0; i < call->function.count; i++)
        if (call->function.names[i] && strcmp(call->function.names[i], name) == 0)
            return (int)i;
    return -1;
}

bool call_is(const LoggedCall *call, const char *symbol)
{
    return strcmp(call->function.symbol, symbol) == 0;
}

size_t call_parameters(const LoggedCall *call, LogParameter out[LOG_PARAMETERS])
{
    int argument = call_argument(call, "kernelParams");
    size_t count = argument < 0 ? 0 : call->extras[argument].size / sizeof *out;
    if (count > LOG_PARAMETERS)
        count = LOG_PARAMETERS;
    if (count > 0)
        memcpy(out, call->extras[argument].data, count * sizeof *out);
    return count;
}
