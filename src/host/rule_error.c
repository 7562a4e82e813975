/* Errors that nobody looked at, and how the program ended. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/errors.h"
#include "host/decode.h"
#include "host/track.h"

static bool asks_for_error(const LoggedCall *call)
{
    return strncmp(call->function.symbol, "cuGetError", 10) == 0;
}

/* "Not yet" answers a question. */
static bool gave_error(const LoggedCall *call)
{
    return call->log.ended && call->log.result != CUDA_SUCCESS &&
           !(call->log.result == CUDA_ERROR_NOT_READY && strstr(call->function.symbol, "Query"));
}

/* A question may be answered by "not yet" or "no". */
static bool is_failure(const LoggedCall *call)
{
    return gave_error(call) && call->log.result != CUDA_ERROR_NOT_READY &&
           !strstr(call->function.symbol, "Query") && !strstr(call->function.symbol, "Get");
}

/* A call failed, nobody asked what it was, and the program ended as if all were well. */
static void check_ignored(const RuleInput *input, RunResult *out)
{
    const HostLog *log = input->log;
    const LoggedCall *failed = NULL;
    for (size_t i = 0; i < log->calls.size; i++) {
        const LoggedCall *call = &log->calls.data[i];
        if (asks_for_error(call))
            return;
        if (!failed && is_failure(call))
            failed = call;
    }
    if (!failed || input->host->end != HOST_ENDED || input->host->status != 0)
        return;
    const char *name = cuda_result_name((CUresult)failed->log.result);
    const char *text = cuda_result_text((CUresult)failed->log.result);
    char *plain = symbol_plain(failed->function.symbol);
    rule_tell(input, out, "ignored-error", failed->line, 0,
              "%s failed with %s (%s), and the program went on as if it had not", plain,
              name ? name : "an unknown error", text ? text : "");
    free(plain);
}

static void check_unchecked(const RuleInput *input, RunResult *out)
{
    for (size_t i = 0; i < input->unchecked_count; i++)
        rule_tell(input, out, "unchecked-result", input->unchecked[i], 0,
                  "the result of this call is not looked at: an error would go unseen");
}

static const LoggedCall *call_unended(const HostLog *log)
{
    for (size_t i = log->calls.size; i > 0; i--)
        if (!log->calls.data[i - 1].log.ended)
            return &log->calls.data[i - 1];
    return NULL;
}

static void tell_crash(const RuleInput *input, RunResult *out)
{
    const LogCrash *crash = &input->log->crash;
    const LoggedCall *call = call_unended(input->log);
    const char *name = strsignal(input->host->status);
    uint32_t line = crash->pc ? lines_find(&input->log->lines, crash->pc)
                              : host_log_line(input->log, crash->caller);
    if (input->host->status == SIGXFSZ) {
        rule_tell(input, out, "crash", line, 0, "the program wrote a file that is too large");
    } else if (call && !crash->pc) {
        char *plain = symbol_plain(call->function.symbol);
        rule_tell(input, out, "crash", call->line, 0,
                  "the program crashed (%s) inside %s: it was given an address that is not there",
                  name, plain);
        free(plain);
    } else if (crash->pc && (crash->signal == SIGILL || crash->signal == SIGTRAP)) {
        rule_tell(
            input, out, "crash", line, 0,
            "the program was stopped: an index goes outside its array (or the code asks to be "
            "stopped here itself)");
    } else {
        rule_tell(input, out, "crash", line, 0, "the program crashed: %s at address 0x%llx", name,
                  (unsigned long long)crash->address);
    }
}

static void check_end(const RuleInput *input, RunResult *out)
{
    const HostLog *log = input->log;
    for (size_t i = 0; i < log->refused.size; i++)
        rule_tell(input, out, "refused", log->refused.data[i].line, 0,
                  "%s is refused: a host program may start no other process",
                  log->refused.data[i].log.text);
    for (size_t i = 0; i < log->misuses.size; i++)
        rule_tell(input, out, "misuse", log->misuses.data[i].line, 0, "%s",
                  log->misuses.data[i].log.text);
    if (input->host->end == HOST_CRASHED)
        tell_crash(input, out);
}

/* What failed last, most likely why the program ended: "cuMemAlloc answered CUDA_ERROR_..." */
static uint32_t describe_last_failure(const HostLog *log, StrBuf *out)
{
    size_t at = log->calls.size;
    while (at > 0 && !(log->calls.data[at - 1].log.ended && gave_error(&log->calls.data[at - 1])))
        at--;
    const LoggedCall *call = at > 0 ? &log->calls.data[at - 1] : NULL;
    const LoggedText *inner = log->failed.size ? &vec_last(&log->failed) : NULL;
    if (inner && (!call || inner->log.call >= call->log.number))
        strbuf_add_text(out, inner->log.text);
    if (!call || (inner && inner->log.call > call->log.number))
        return inner ? inner->line : 0;
    const char *name = cuda_result_name((CUresult)call->log.result);
    const char *text = cuda_result_text((CUresult)call->log.result);
    char *plain = symbol_plain(call->function.symbol);
    strbuf_format(out, "%s%s answered %s (%s)", out->size ? ", so " : "", plain,
                  name ? name : "an unknown error", text ? text : "");
    free(plain);
    return call->line;
}

void host_rules_end(const RuleInput *input, RunResult *out)
{
    const HostRun *host = input->host;
    StrBuf failure = {0};
    if (host->end != HOST_ENDED || host->status == 0 || input->log->misuses.size)
        return;
    uint32_t line = describe_last_failure(input->log, &failure);
    rule_tell(input, out, "exit", line, 0, "the program ended with status %d%s%s", host->status,
              failure.size ? "; what failed last: " : "", strbuf_text(&failure));
    strbuf_free(&failure);
}

void rule_errors(const RuleInput *input, RunResult *out)
{
    check_end(input, out);
    check_ignored(input, out);
    check_unchecked(input, out);
}
