/* libFuzzer: the log of a host program, which the program can fill with anything: as it comes, or
 * with the sizes of its records mended, so that what lies behind them is reached. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "host/assemble.h"
#include "host/figures.h"
#include "host/rules.h"

enum { RECORD_MAX = 1024 };

static const size_t sizes[] = {
    [LOG_CALL] = sizeof(LogCall),     [LOG_SPAN] = sizeof(LogSpan),
    [LOG_PRINT] = sizeof(LogPrint),   [LOG_FINDING] = sizeof(LogFinding),
    [LOG_NUMBER] = sizeof(LogNumber), [LOG_RESULT] = sizeof(LogResult),
    [LOG_REFUSED] = sizeof(LogText),  [LOG_MISUSE] = sizeof(LogText),
    [LOG_METRIC] = sizeof(LogMetric), [LOG_CRASH] = sizeof(LogCrash),
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void call_mend(unsigned char *at, size_t bytes)
{
    LogCall call;
    memcpy(&call, at, sizeof call);
    call.function %= FUNCTION_COUNT;
    call.extra_used = (uint32_t)(bytes - sizeof call);
    memcpy(at, &call, sizeof call);
    for (size_t extra = sizeof call; extra + sizeof(LogExtra) <= bytes;) {
        LogExtra head;
        memcpy(&head, at + extra, sizeof head);
        head.argument %= PARAMETERS_MAX;
        head.size %= 64;
        memcpy(at + extra, &head, sizeof head);
        extra += sizeof head + (head.size + 7) / 8 * 8;
    }
}

static void log_mend(unsigned char *bytes, size_t size)
{
    LogHeader *header = (LogHeader *)(void *)bytes;
    header->magic = LOG_MAGIC;
    header->version = LOG_VERSION;
    header->used = size;
    header->size = size;
    for (size_t at = sizeof *header; size - at >= sizeof(LogRecord);) {
        LogRecord record;
        memcpy(&record, bytes + at, sizeof record);
        record.kind = record.kind % LOG_CRASH + 1;
        record.size = (uint32_t)(sizes[record.kind] + record.size % RECORD_MAX) / 8 * 8;
        if (record.size > size - at)
            return;
        memcpy(bytes + at, &record, sizeof record);
        if (record.kind == LOG_CALL)
            call_mend(bytes + at, record.size);
        at += record.size;
    }
}

/* As src/program/run.c takes it apart. */
static void log_judge(View memory)
{
    HostLog log = {0};
    RunResult result = {.error_name = memory_clone_text(""), .kernel_ms = NAN};
    HostRun *host = result.host = memory_alloc(sizeof *host);
    uint32_t unchecked[] = {3, 4};
    if (host_log_read(memory, (View){0}, "host.c", &log)) {
        host_run_assemble(&log, host);
        host_kernels_assemble(&log, &result);
        host_figures(&log, host, &result);
        host_rules(&(RuleInput){.log = &log,
                                .host = host,
                                .file = "host.c",
                                .unchecked = unchecked,
                                .unchecked_count = 2},
                   &result);
    }
    host_log_free(&log);
    run_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size <= sizeof(LogHeader))
        return 0;
    unsigned char *bytes = malloc(size);
    memcpy(bytes, data, size);
    if (data[0] != (LOG_MAGIC & 0xff))
        log_mend(bytes, size);
    log_judge((View){(const char *)bytes, size});
    free(bytes);
    return 0;
}
