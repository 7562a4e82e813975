/* The cases of an attempt, run one after another and judged. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "session/session_impl.h"

enum { SLOW_MS = 300, PRINT_LIMIT = 100000 };

static size_t case_index(const Attempt *attempt)
{
    return attempt->order.data[attempt->position];
}

static CaseResult *case_result(Session *session)
{
    return &attempt_results(session)->verdict.cases.data[case_index(&session->attempt)];
}

static bool is_slow(const Session *session, size_t index)
{
    return session->case_ms.data[index] >= SLOW_MS;
}

bool attempt_all_slow(const Session *session)
{
    for (size_t i = 0; i < session->case_ms.size; i++)
        if (!is_slow(session, i))
            return false;
    return true;
}

static void tell_where_we_are(Session *session)
{
    Results *results = attempt_results(session);
    StrBuf text = {0};
    strbuf_format(&text, "running case %zu of %zu", session->attempt.position + 1,
                  session->exercise->case_count);
    free(results->verdict.headline);
    results->verdict.headline = strbuf_take(&text);
}

static bool is_last_shown(const Exercise *exercise, size_t index)
{
    for (size_t i = index + 1; i < exercise->case_count; i++)
        if (!exercise->cases[i].hidden)
            return false;
    return !exercise->cases[index].hidden;
}

static void send_case(Session *session)
{
    Attempt *attempt = &session->attempt;
    size_t index = case_index(attempt);
    RunOptions options = {.run = (uint32_t)index,
                          .checks = RUN_CHECKS_ALL,
                          .print_limit = PRINT_LIMIT,
                          .time = attempt->time && is_last_shown(session->exercise, index),
                          .schedule = attempt->schedule && is_last_shown(session->exercise, index)};
    strbuf_clear(&attempt->wrote);
    attempt->request = client_run(session->client, &attempt->prepared, &options);
    attempt->sent_ns = clock_now_ns();
    attempt_results(session)->requests.data[index] = attempt->request;
    attempt_enter(session, PHASE_RUNNING);
}

/* By themselves slow cases are run only to see whether all pass. */
static bool is_enough(Session *session)
{
    const Verdict *verdict = &attempt_results(session)->verdict;
    if (session->attempt.asked || !is_slow(session, case_index(&session->attempt)))
        return false;
    for (size_t i = 0; i < verdict->cases.size; i++)
        if (verdict->cases.data[i].verdict == CASE_FAIL)
            return true;
    return false;
}

void attempt_continue(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->request || (attempt->phase != PHASE_RUNNING && attempt->phase != PHASE_JUDGING))
        return;
    while (attempt->position < attempt->order.size && !is_enough(session)) {
        Error error = {0};
        CaseState state = cases_take(session->cases, case_index(attempt), &attempt->prepared,
                                     &attempt->reference, &error);
        tell_where_we_are(session);
        if (state == CASE_READY)
            send_case(session);
        if (state != CASE_BROKEN)
            return;
        case_break(case_result(session), &error);
        attempt->position++;
    }
    attempt_finish(session);
}

int64_t attempt_deadline(const Session *session)
{
    const Attempt *attempt = &session->attempt;
    bool hidden = attempt->phase == PHASE_RUNNING && !attempt->shown;
    if (attempt->held_ns != INT64_MAX)
        return attempt->held_ns;
    return hidden ? attempt->sent_ns + SLOW_MS * INT64_C(1000000) : INT64_MAX;
}

/* As they stand in the lesson; without being asked for, those that were slow come last. */
static void order_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    vec_clear(&attempt->order);
    for (int slow = 0; slow < 2; slow++)
        for (size_t i = 0; i < session->exercise->case_count; i++)
            if (slow == (!attempt->asked && is_slow(session, i)))
                vec_push(&attempt->order, i);
    attempt->position = 0;
}

void attempt_run_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    const Exercise *exercise = session->exercise;
    attempt->lost_before = 0;
    attempt->results.verdict.verdict = CASE_PENDING;
    for (size_t i = 0; i < exercise->case_count; i++) {
        CaseResult result = {.spec = &exercise->cases[i], .verdict = CASE_PENDING};
        vec_push(&attempt->results.verdict.cases, result);
        vec_push(&attempt->results.requests, 0);
    }
    order_cases(session);
    attempt_enter(session, PHASE_JUDGING);
    attempt_continue(session);
}

/* What was stopped stays stopped, a worker in trouble would be in trouble again, and what ran to
 * the limit once would do so in every case. */
static bool ends_the_attempt(LaunchStatus status)
{
    return status == LAUNCH_STOPPED || status == LAUNCH_TROUBLE || status == LAUNCH_BUDGET;
}

void attempt_take_ran(Session *session, ClientEvent *event)
{
    Attempt *attempt = &session->attempt;
    size_t index = case_index(attempt);
    LaunchStatus status = event->run.status;
    attempt_enter(session, PHASE_JUDGING);
    attempt_show(session);
    PrintLog *prints = &session->results.prints;
    int64_t answered = clock_now_ns();
    session->case_ms.data[index] = (double)(answered - attempt->sent_ns) / 1e6;
    attempt->times.runs += session->case_ms.data[index];
    attempt->times.kernels += isnan(event->run.kernel_ms) ? 0 : event->run.kernel_ms;
    case_judge(session->exercise, index, &event->run, &attempt->prepared,
               session->exercise->reference ? &attempt->reference : NULL, prints->records.data,
               prints->records.size, case_result(session));
    attempt->times.judging += (double)(clock_now_ns() - answered) / 1e6;
    event->run = (RunResult){0};
    attempt->prepared = (PreparedCase){0};
    attempt->reference = (Reference){0};
    attempt->request = 0;
    attempt->lost_before = prints->lost;
    attempt->position++;
    if (ends_the_attempt(status))
        attempt_finish(session);
    else
        attempt_continue(session);
}
