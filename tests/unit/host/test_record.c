/* Logs that a stranger wrote: whole ones, cut ones, wild ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/types.h"
#include "host/assemble.h"
#include "host/rules.h"

enum { SIZE = 1 << 16 };

typedef struct Written {
    char *bytes;
    size_t used;
} Written;

static Written begin(size_t size)
{
    Written out = {calloc(1, size), sizeof(LogHeader)};
    LogHeader *header = (LogHeader *)out.bytes;
    header->magic = LOG_MAGIC;
    header->version = LOG_VERSION;
    header->simulated = 1;
    return out;
}

static void *add(Written *log, LogKind kind, size_t size)
{
    LogRecord *record = (LogRecord *)(log->bytes + log->used);
    record->size = (uint32_t)size;
    record->kind = kind;
    log->used += size;
    ((LogHeader *)log->bytes)->used = log->used;
    return record;
}

static LogCall *call(Written *log, uint32_t function, uint32_t number)
{
    LogCall *call = add(log, LOG_CALL, sizeof *call);
    call->function = function;
    call->number = number;
    call->ended = 1;
    return call;
}

static LogCall *allocate(Written *log, uint32_t number, uint64_t address, uint64_t bytes)
{
    LogCall *made = call(log, FUNCTION_cuMemAlloc_v2, number);
    made->words[1] = bytes;
    made->outs[0] = address;
    made->words[0] = 1;
    made->has_out = 1;
    return made;
}

static bool read_log(const Written *log, HostLog *out)
{
    return host_log_read((View){log->bytes, SIZE}, (View){0}, "host.c", out);
}

static void calls_become_text(void **state)
{
    (void)state;
    Written written = begin(SIZE);
    LogCall *copy;
    HostLog log;
    HostRun host = {0};
    allocate(&written, 0, 0x1000, 64);
    copy = call(&written, FUNCTION_cuMemcpyHtoD_v2, 1);
    copy->words[0] = 0x1000;
    copy->words[2] = 64;
    copy->result = CUDA_ERROR_INVALID_VALUE;
    assert_true(read_log(&written, &log));
    host_run_assemble(&log, &host);
    assert_int_equal(host.calls.size, 2);
    assert_string_equal(host.calls.data[0].name, "cuMemAlloc");
    assert_string_equal(host.calls.data[0].arguments.data[0].name, "dptr");
    assert_string_equal(host.calls.data[0].arguments.data[0].text, "0x1000");
    assert_true(host.calls.data[0].arguments.data[0].out);
    assert_string_equal(host.calls.data[1].arguments.data[1].text, "NULL");
    assert_string_equal(host.calls.data[1].result_name, "CUDA_ERROR_INVALID_VALUE");
    assert_int_equal(host.calls.data[1].bytes, 64);
    host_run_free(&host);
    host_log_free(&log);
    free(written.bytes);
}

/* Of very many calls only the first are kept: what the others did belongs to none. */
static void spans_of_calls_that_are_not_kept(void **state)
{
    (void)state;
    enum { CALLS = HOST_CALLS_KEPT + 2 };
    size_t size = sizeof(LogHeader) + CALLS * sizeof(LogCall) + 2 * sizeof(LogSpan);
    Written written = begin(size);
    HostLog log;
    HostRun host = {0};
    for (uint32_t i = 0; i < CALLS; i++)
        call(&written, FUNCTION_cuMemsetD8_v2, i);
    for (uint32_t i = 0; i < 2; i++) {
        LogSpan *span = add(&written, LOG_SPAN, sizeof *span);
        span->call = i ? CALLS - 1 : HOST_CALLS_KEPT - 1;
        span->begin_ns = span->end_ns = i;
    }
    assert_true(host_log_read((View){written.bytes, size}, (View){0}, "host.c", &log));
    host_run_assemble(&log, &host);
    assert_int_equal(host.calls.size, HOST_CALLS_KEPT);
    assert_int_equal(host.calls_lost, 2);
    assert_int_equal(host.spans.size, 2);
    assert_int_equal(host.spans.data[0].call, HOST_CALLS_KEPT - 1);
    assert_int_equal(host.spans.data[1].call, HOST_NONE);
    host_run_free(&host);
    host_log_free(&log);
    free(written.bytes);
}

static const Finding *find(const RunResult *run, const char *rule)
{
    for (size_t i = 0; i < run->findings.size; i++)
        if (strcmp(run->findings.data[i].rule, rule) == 0)
            return &run->findings.data[i];
    return NULL;
}

/* A file of memory that is used again at the same address is no use of what was freed. */
static void an_address_used_again_is_not_freed(void **state)
{
    (void)state;
    Written written = begin(SIZE);
    HostLog log;
    HostRun host = {.end = HOST_ENDED};
    RunResult run = {0};
    RuleInput input = {.log = &log, .host = &host, .file = "host.c"};
    allocate(&written, 0, 0x1000, 64);
    call(&written, FUNCTION_cuMemFree_v2, 1)->words[0] = 0x1000;
    allocate(&written, 2, 0x1000, 32);
    LogCall *set = call(&written, FUNCTION_cuMemsetD8_v2, 3);
    set->words[0] = 0x1000;
    set->words[2] = 32;
    call(&written, FUNCTION_cuMemFree_v2, 4)->words[0] = 0x1000;
    assert_true(read_log(&written, &log));
    host_rules(&input, &run);
    assert_int_equal(run.findings.size, 0);
    set->words[2] = 33; /* one more than there is now */
    host_log_free(&log);
    assert_true(read_log(&written, &log));
    host_rules(&input, &run);
    assert_non_null(find(&run, "wrong-size"));
    host_log_free(&log);
    run_result_free(&run);
    free(written.bytes);
}

/* A launch names no memory that it copies to: under the sanitizers, no word is read for one. */
static void a_launch_copies_nothing(void **state)
{
    (void)state;
    Written written = begin(SIZE);
    HostLog log;
    HostRun host = {.end = HOST_ENDED};
    RunResult run = {0};
    RuleInput input = {.log = &log, .host = &host, .file = "host.c"};
    call(&written, FUNCTION_cuLaunchKernel, 0);
    call(&written, FUNCTION_cuGraphLaunch, 1);
    assert_true(read_log(&written, &log));
    host_rules(&input, &run);
    assert_int_equal(run.findings.size, 0);
    host_log_free(&log);
    run_result_free(&run);
    free(written.bytes);
}

static void a_log_of_noise_does_no_harm(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 300; round++) {
        Written written = begin(SIZE);
        HostLog log;
        HostRun host = {.end = HOST_ENDED};
        RunResult run = {0};
        RuleInput input = {.log = &log, .host = &host, .file = "host.c"};
        for (uint32_t i = 0; i < 40; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            LogKind kind = (LogKind)(seed >> 33) % (LOG_CRASH + 2);
            size_t size = sizeof(LogRecord) + (seed >> 40) % 600 / 8 * 8;
            char *record = add(&written, kind, size);
            for (size_t k = sizeof(LogRecord); k < size; k++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                record[k] = (char)(seed >> 56) & (char)(round % 2 ? 0xff : 0x03);
            }
        }
        ((LogHeader *)written.bytes)->used += (uint64_t)round * 1000;
        assert_true(read_log(&written, &log));
        host_run_assemble(&log, &host);
        host_rules(&input, &run);
        host_kernels_assemble(&log, &run);
        host_log_free(&log);
        host_run_free(&host);
        run_result_free(&run);
        free(written.bytes);
    }
}

static void what_is_no_log_is_refused(void **state)
{
    (void)state;
    HostLog log;
    char bytes[sizeof(LogHeader)] = {0};
    assert_false(host_log_read((View){bytes, sizeof bytes}, (View){0}, "host.c", &log));
    assert_false(host_log_read((View){0}, (View){0}, "host.c", &log));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_become_text),
        cmocka_unit_test(spans_of_calls_that_are_not_kept),
        cmocka_unit_test(an_address_used_again_is_not_freed),
        cmocka_unit_test(a_launch_copies_nothing),
        cmocka_unit_test(a_log_of_noise_does_no_harm),
        cmocka_unit_test(what_is_no_log_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
