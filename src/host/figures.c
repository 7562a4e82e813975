/* Counts and times over a program's calls and spans. */
#include "host/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/operation.h"

enum { NS_A_MS = 1000000 };

typedef struct Interval {
    double begin, end;
} Interval;
typedef VEC(Interval) Intervals;

static bool is_copy(HostSpanKind kind)
{
    return kind == SPAN_TO_DEVICE || kind == SPAN_TO_HOST;
}

static bool is_kernel(HostSpanKind kind)
{
    return kind == SPAN_KERNEL;
}

static int by_begin(const void *a, const void *b)
{
    const Interval *left = a, *right = b;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* The spans of a kind, joined where they touch, in order. */
static Intervals union_of(const HostRun *host, bool (*wanted)(HostSpanKind))
{
    Intervals all = {0}, out = {0};
    for (size_t i = 0; i < host->spans.size; i++)
        if (wanted(host->spans.data[i].kind)) {
            Interval interval = {host->spans.data[i].begin_ns, host->spans.data[i].end_ns};
            vec_push(&all, interval);
        }
    if (all.size > 0)
        qsort(all.data, all.size, sizeof *all.data, by_begin);
    for (size_t i = 0; i < all.size; i++) {
        Interval *last = out.size ? &out.data[out.size - 1] : NULL;
        if (last && all.data[i].begin <= last->end)
            last->end = fmax(last->end, all.data[i].end);
        else
            vec_push(&out, all.data[i]);
    }
    vec_free(&all);
    return out;
}

static double length(const Intervals *intervals)
{
    double sum = 0;
    for (size_t i = 0; i < intervals->size; i++)
        sum += intervals->data[i].end - intervals->data[i].begin;
    return sum;
}

static double common(const Intervals *a, const Intervals *b)
{
    double sum = 0;
    for (size_t i = 0, j = 0; i < a->size && j < b->size;) {
        double begin = fmax(a->data[i].begin, b->data[j].begin);
        double end = fmin(a->data[i].end, b->data[j].end);
        if (end > begin)
            sum += end - begin;
        if (a->data[i].end < b->data[j].end)
            i++;
        else
            j++;
    }
    return sum;
}

Overlap host_overlap(const HostRun *host)
{
    Intervals copies = union_of(host, is_copy), kernels = union_of(host, is_kernel);
    Overlap out = {length(&copies), length(&kernels), common(&copies, &kernels), NAN};
    double least = fmin(out.copy_ns, out.kernel_ns);
    if (least > 0)
        out.share = out.both_ns / least;
    vec_free(&copies);
    vec_free(&kernels);
    return out;
}

static void add(RunResult *out, const char *name, double value, double ideal)
{
    Metric metric = {memory_clone_text(""), memory_clone_text(name), 0, value, ideal};
    vec_push(&out->metrics, metric);
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static void add_kernels(const HostRun *host, RunResult *out)
{
    VEC(double) times = {0};
    double sum = 0;
    for (size_t i = 0; i < host->spans.size; i++)
        if (is_kernel(host->spans.data[i].kind)) {
            double ms = (host->spans.data[i].end_ns - host->spans.data[i].begin_ns) / NS_A_MS;
            vec_push(&times, ms);
            sum += ms;
        }
    add(out, "host.launches", (double)times.size, NAN);
    add(out, "host.kernel_ms", sum, NAN);
    if (times.size > 0) {
        add(out, "host.kernel_first_ms", times.data[0], NAN);
        add(out, "host.kernel_last_ms", times.data[times.size - 1], NAN);
        qsort(times.data, times.size, sizeof *times.data, by_value);
        add(out, "host.kernel_median_ms", times.data[times.size / 2], NAN);
    }
    vec_free(&times);
}

static void add_copies(const HostRun *host, RunResult *out)
{
    double counts[2] = {0}, bytes = 0, time = 0;
    for (size_t i = 0; i < host->spans.size; i++) {
        const HostSpan *span = &host->spans.data[i];
        if (!is_copy(span->kind))
            continue;
        counts[span->kind == SPAN_TO_HOST]++;
        bytes += (double)span->bytes;
        time += (span->end_ns - span->begin_ns) / NS_A_MS;
    }
    add(out, "host.copies", counts[0] + counts[1], NAN);
    add(out, "host.copies_to_device", counts[0], NAN);
    add(out, "host.copies_to_host", counts[1], NAN);
    add(out, "host.copy_bytes", bytes, NAN);
    add(out, "host.copy_ms", time, NAN);
    if (counts[0] + counts[1] > 0)
        add(out, "host.bytes_per_copy", bytes / (counts[0] + counts[1]), NAN);
}

static void add_whole(const HostRun *host, RunResult *out)
{
    bool *used = memory_alloc_array(host->streams.size + 1, sizeof *used);
    double begin = INFINITY, end = -INFINITY, streams = 0;
    for (size_t i = 0; i < host->spans.size; i++) {
        const HostSpan *span = &host->spans.data[i];
        if (span->kind == SPAN_RECORD || span->kind == SPAN_WAIT)
            continue;
        begin = fmin(begin, span->begin_ns);
        end = fmax(end, span->end_ns);
        if (span->stream < host->streams.size)
            used[span->stream] = true;
    }
    for (size_t i = 0; i < host->streams.size; i++)
        streams += used[i];
    add(out, "host.device_ms", end > begin ? (end - begin) / NS_A_MS : 0, NAN);
    add(out, "host.streams", streams, NAN);
    free(used);
}

static void add_calls(const HostLog *log, RunResult *out)
{
    double calls = 0, waits = 0, allocations = 0, bytes = 0;
    for (size_t i = 0; i < log->calls.size; i++) {
        const LoggedCall *call = &log->calls.data[i];
        if (call->log.function >= FUNCTION_clock_gettime)
            continue;
        calls++;
        waits += operation_waits(call->function.symbol);
        if (call->log.result == 0 && strncmp(call->function.symbol, "cuMemAlloc", 10) == 0 &&
            !strstr(call->function.symbol, "Host")) {
            int size = call_argument(call, "bytesize");
            allocations++;
            bytes += size < 0 ? 0 : (double)call->log.words[size];
        }
    }
    add(out, "host.calls", calls, NAN);
    add(out, "host.synchronisations", waits, NAN);
    add(out, "host.allocations", allocations, NAN);
    add(out, "host.allocated_bytes", bytes, NAN);
}

void host_figures(const HostLog *log, const HostRun *host, RunResult *out)
{
    Overlap overlap = host_overlap(host);
    add_calls(log, out);
    add_kernels(host, out);
    add_copies(host, out);
    if (!isnan(overlap.share))
        add(out, "host.overlap", overlap.share, 1);
    add_whole(host, out);
}
