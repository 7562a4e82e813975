/* The cases of an attempt, run one after another and judged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/session_impl.h"

enum {
    SLOW_MS = 300,
    PRINT_LIMIT = 100000,
    AHEAD_BYTES = 16 << 20, /* of copies, for cases that are not under way yet */
};

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

static void sent_free(SentCase *sent)
{
    prepared_case_free(&sent->prepared);
    reference_free(&sent->reference);
    run_result_free(&sent->run);
    free(sent);
}

void attempt_drop_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->sent.size > 0)
        client_cancel(session->client);
    while (attempt->sent.size > 0)
        sent_free(vec_pop(&attempt->sent));
    attempt->ahead = false;
}

SentCase *attempt_sent(const Session *session, uint32_t request)
{
    const Attempt *attempt = &session->attempt;
    for (size_t i = 0; request != 0 && i < attempt->sent.size; i++)
        if (attempt->sent.data[i]->request == request)
            return attempt->sent.data[i];
    return NULL;
}

static void send_case(Session *session, size_t index, SentCase *sent)
{
    Attempt *attempt = &session->attempt;
    RunOptions options = {.run = (uint32_t)index,
                          .checks = run_checks_of(session->exercise),
                          .print_limit = PRINT_LIMIT,
                          .hurry = true,
                          .time = attempt->time && is_last_shown(session->exercise, index),
                          .schedule = attempt->schedule && is_last_shown(session->exercise, index)};
    vec_push(&attempt->sent, sent);
    sent->request = client_run(session->client, &sent->prepared, &options);
}

/* The case is under way from now on. */
static void begin_turn(Session *session)
{
    strbuf_clear(&session->attempt.wrote);
    session->attempt.turn_ns = clock_now_ns();
    tell_where_we_are(session);
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

/* The next case that is not sent; false: there is none. */
static bool next_case(const Attempt *attempt, size_t *index)
{
    size_t at = attempt->position + attempt->sent.size;
    if (at >= attempt->order.size)
        return false;
    *index = attempt->order.data[at];
    return true;
}

static size_t copied_bytes(const SentCase *sent)
{
    size_t bytes = 0;
    for (size_t i = 0; i < sent->prepared.argument_count; i++) {
        const PreparedArgument *argument = &sent->prepared.arguments[i];
        bytes += argument->is_buffer ? argument->count * element_bytes(argument->type) : 0;
    }
    return bytes;
}

/* So that the worker never waits for this process, and a simulator beside a GPU for neither. Not
 * those that are judged by what became of the ones before, and no host programs. */
static bool may_send_ahead(const Session *session, size_t index)
{
    const Attempt *attempt = &session->attempt;
    size_t bytes = 0;
    for (size_t i = 0; i < attempt->sent.size; i++)
        bytes += copied_bytes(attempt->sent.data[i]);
    return session->file_count == 1 && bytes < AHEAD_BYTES && !is_slow(session, index);
}

static CaseState send_next(Session *session, size_t index, Error *error)
{
    SentCase *sent = memory_alloc(sizeof *sent);
    CaseState state = cases_take(session->cases, index, &sent->prepared, &sent->reference, error);
    if (state == CASE_READY)
        send_case(session, index, sent);
    else
        sent_free(sent);
    return state;
}

static void send_ahead(Session *session)
{
    size_t index;
    while (next_case(&session->attempt, &index) && may_send_ahead(session, index))
        if (send_next(session, index, NULL) != CASE_READY)
            return;
}

/* With no case at the worker: sends the next one, or has come to the end. */
static void send_front(Session *session)
{
    Attempt *attempt = &session->attempt;
    while (attempt->position < attempt->order.size && !is_enough(session)) {
        Error error = {0};
        CaseState state = send_next(session, case_index(attempt), &error);
        if (state == CASE_READY)
            begin_turn(session);
        else
            tell_where_we_are(session);
        if (state != CASE_BROKEN)
            return;
        case_break(case_result(session), &error);
        attempt->position++;
    }
    attempt_finish(session);
}

void attempt_continue(Session *session)
{
    Attempt *attempt = &session->attempt;
    bool runs = attempt->phase == PHASE_RUNNING || attempt->phase == PHASE_JUDGING;
    bool waits = attempt->phase == PHASE_COMPILING && attempt->ahead;
    if (runs && attempt->sent.size == 0)
        send_front(session);
    if (waits || attempt->sent.size > 0)
        send_ahead(session);
}

int64_t attempt_deadline(const Session *session)
{
    const Attempt *attempt = &session->attempt;
    bool hidden = attempt->phase == PHASE_RUNNING && !attempt->shown;
    if (attempt->held_ns != INT64_MAX)
        return attempt->held_ns;
    return hidden ? attempt->turn_ns + SLOW_MS * INT64_C(1000000) : INT64_MAX;
}

/* As they stand in the lesson; without being asked for, those that were slow come last. */
void attempt_order_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    vec_clear(&attempt->order);
    for (int slow = 0; slow < 2; slow++)
        for (size_t i = 0; i < session->exercise->case_count; i++)
            if (slow == (!attempt->asked && is_slow(session, i)))
                vec_push(&attempt->order, i);
    attempt->position = 0;
}

static void finish_cases(Session *session);

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
    attempt_enter(session, PHASE_JUDGING);
    if (attempt->sent.size > 0)
        begin_turn(session);
    finish_cases(session);
    attempt_continue(session);
}

/* What was stopped stays stopped, a worker in trouble would be in trouble again, and what ran to
 * the limit once would do so in every case. */
static bool ends_the_attempt(LaunchStatus status)
{
    return status == LAUNCH_STOPPED || status == LAUNCH_TROUBLE || status == LAUNCH_BUDGET;
}

static void judge_front(Session *session, SentCase *sent)
{
    Attempt *attempt = &session->attempt;
    size_t index = case_index(attempt);
    int64_t answered = clock_now_ns();
    attempt_show(session);
    PrintLog *prints = &session->results.prints;
    session->results.requests.data[index] = sent->request;
    session->case_ms.data[index] = (double)(answered - attempt->turn_ns) / 1e6;
    attempt->times.runs += session->case_ms.data[index];
    if (!isnan(sent->run.kernel_ms) && !sent->run.repeated)
        attempt->times.kernels += sent->run.kernel_ms;
    attempt->lost_before += sent->lost;
    case_judge(session->exercise, index, &sent->run, &sent->prepared,
               session->exercise->reference ? &sent->reference : NULL, prints->records.data,
               prints->records.size, case_result(session));
    attempt->times.judging += (double)(clock_now_ns() - answered) / 1e6;
    sent->run = (RunResult){0};
    sent->prepared = (PreparedCase){0};
    sent->reference = (Reference){0};
}

/* The cases that are answered, in their order. */
static void finish_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    while (attempt->sent.size > 0 && attempt->sent.data[0]->has_run) {
        SentCase *sent = attempt->sent.data[0];
        LaunchStatus status = sent->run.status;
        attempt_enter(session, PHASE_JUDGING);
        judge_front(session, sent);
        sent_free(sent);
        attempt->sent.size--;
        memmove(attempt->sent.data, attempt->sent.data + 1,
                attempt->sent.size * sizeof *attempt->sent.data);
        attempt->position++;
        if (ends_the_attempt(status)) {
            attempt_finish(session);
            return;
        }
        if (attempt->sent.size > 0)
            begin_turn(session);
    }
}

void attempt_take_ran(Session *session, SentCase *sent, ClientEvent *event)
{
    Attempt *attempt = &session->attempt;
    sent->run = event->run;
    sent->has_run = true;
    event->run = (RunResult){0};
    if (attempt->phase != PHASE_RUNNING && attempt->phase != PHASE_JUDGING)
        return;
    finish_cases(session);
    attempt_continue(session);
}
