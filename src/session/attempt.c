/* One attempt: the source is compiled, the cases are run one after another and judged. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "session/session_impl.h"
#include "session/source.h"

enum { QUICK_MS = 300, PRINT_LIMIT = 100000 };

void results_free(Results *results)
{
    verdict_free(&results->verdict);
    print_log_free(&results->prints);
    vec_free(&results->requests);
    *results = (Results){0};
}

/* The results of the attempt under way, shown or not yet. */
static Results *results_of(Session *session)
{
    return session->attempt.shown ? &session->results : &session->attempt.results;
}

/* From now on the views see this attempt's results instead of the last one's. */
static void show(Session *session)
{
    Attempt *attempt = &session->attempt;
    session->changed = true;
    if (attempt->shown)
        return;
    results_free(&session->results);
    vec_clear(&session->questions);
    session->results = attempt->results;
    attempt->results = (Results){0};
    attempt->shown = true;
    session->has_verdict = true;
}

static void enter(Session *session, SessionPhase phase)
{
    session->changed |= session->attempt.phase != phase;
    session->attempt.phase = phase;
}

void attempt_abandon(Session *session)
{
    Attempt *attempt = &session->attempt;
    client_cancel(session->client);
    vec_clear(&session->questions);
    if (attempt->shown && (attempt->phase == PHASE_RUNNING || attempt->phase == PHASE_JUDGING))
        verdict_finish(session->exercise, &session->compile, strbuf_view(&attempt->source),
                       &session->results.verdict); /* says how many cases were not run */
    prepared_case_free(&attempt->prepared);
    reference_free(&attempt->reference);
    attempt->prepared = (PreparedCase){0};
    attempt->reference = (Reference){0};
    attempt->request = 0;
    results_free(&attempt->results);
    enter(session, PHASE_IDLE);
}

static const char *first_reason(const Verdict *verdict)
{
    return verdict->reasons.size ? verdict->reasons.data[0] : "";
}

/* A pass counts however it came about; a failure only when the learner asked. */
static void note_progress(Session *session, const Verdict *verdict)
{
    const char *id = session->exercise->id;
    bool passed = verdict->verdict == CASE_PASS;
    bool known = progress_state(session->progress, id) == STATE_PASSED;
    if (verdict->verdict == CASE_TROUBLE || verdict->verdict == CASE_PENDING)
        return;
    if (session->attempt.asked || (passed && !known))
        progress_attempt(session->progress, id, passed, first_reason(verdict));
}

static void finish(Session *session)
{
    Attempt *attempt = &session->attempt;
    int64_t now = clock_now_ns();
    enter(session, PHASE_IDLE);
    show(session);
    Verdict *verdict = &session->results.verdict;
    free(verdict->headline);
    verdict->headline = NULL;
    verdict_finish(session->exercise, &session->compile, strbuf_view(&attempt->source), verdict);
    session->latency_ms = (double)(now - attempt->since_ns) / 1e6;
    if (!isnan(attempt->longest_ms))
        session->last_run_ms = attempt->longest_ms;
    note_progress(session, verdict);
    writers_ask(session);
}

/* --- cases --- */

static void tell_where_we_are(Session *session)
{
    Results *results = results_of(session);
    StrBuf text = {0};
    strbuf_format(&text, "running case %zu of %zu", session->attempt.case_index + 1,
                  session->exercise->case_count);
    free(results->verdict.headline);
    results->verdict.headline = strbuf_take(&text);
}

static void send_case(Session *session)
{
    Attempt *attempt = &session->attempt;
    RunOptions options = {
        .run = (uint32_t)attempt->case_index, .checks = RUN_CHECKS_ALL, .print_limit = PRINT_LIMIT};
    attempt->request = client_run(session->client, &attempt->prepared, &options);
    attempt->sent_ns = clock_now_ns();
    results_of(session)->requests.data[attempt->case_index] = attempt->request;
    enter(session, PHASE_RUNNING);
}

static void break_case(Session *session, const Error *error)
{
    CaseResult *result = &results_of(session)->verdict.cases.data[session->attempt.case_index];
    StrBuf text = {0};
    error_describe(error, &text);
    result->verdict = CASE_TROUBLE;
    vec_push(&result->reasons, memory_clone_text("trouble"));
    vec_push(&result->sentences, strbuf_take(&text));
}

void attempt_continue(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->request || (attempt->phase != PHASE_RUNNING && attempt->phase != PHASE_JUDGING))
        return;
    while (attempt->case_index < session->exercise->case_count) {
        Error error = {0};
        CaseState state = cases_take(session->cases, attempt->case_index, &attempt->prepared,
                                     &attempt->reference, &error);
        tell_where_we_are(session);
        if (state == CASE_READY)
            send_case(session);
        if (state != CASE_BROKEN)
            return;
        break_case(session, &error);
        attempt->case_index++;
    }
    finish(session);
}

static void start_cases(Session *session)
{
    Attempt *attempt = &session->attempt;
    const Exercise *exercise = session->exercise;
    attempt->case_index = 0;
    attempt->lost_before = 0;
    attempt->results.verdict.verdict = CASE_PENDING;
    for (size_t i = 0; i < exercise->case_count; i++) {
        CaseResult result = {.spec = &exercise->cases[i], .verdict = CASE_PENDING};
        vec_push(&attempt->results.verdict.cases, result);
        vec_push(&attempt->results.requests, 0);
    }
    enter(session, PHASE_JUDGING);
    attempt_continue(session);
}

static void take_ran(Session *session, ClientEvent *event)
{
    Attempt *attempt = &session->attempt;
    enter(session, PHASE_JUDGING);
    show(session);
    Results *results = &session->results;
    LaunchStatus status = event->run.status;
    attempt->longest_ms =
        fmax(attempt->longest_ms, (double)(clock_now_ns() - attempt->sent_ns) / 1e6);
    case_judge(session->exercise, attempt->case_index, &event->run, &attempt->prepared,
               session->exercise->reference ? &attempt->reference : NULL,
               results->prints.records.data, results->prints.records.size,
               &results->verdict.cases.data[attempt->case_index]);
    event->run = (RunResult){0};
    attempt->prepared = (PreparedCase){0};
    attempt->reference = (Reference){0};
    attempt->request = 0;
    attempt->lost_before = results->prints.lost;
    attempt->case_index++;
    /* What was stopped stays stopped; a worker in trouble would be in trouble again. */
    if (status == LAUNCH_STOPPED || status == LAUNCH_TROUBLE)
        finish(session);
    else
        attempt_continue(session);
}

static void take_prints(Session *session, const ClientEvent *event)
{
    show(session);
    PrintLog *log = &session->results.prints;
    for (size_t i = 0; i < event->prints.records.size; i++)
        print_log_add(log, &event->prints.records.data[i]);
    log->lost = session->attempt.lost_before + event->prints.lost;
}

/* --- compiling --- */

/* Runs go by themselves while no case of the last one was slow, and never before the question is
 * answered. */
static bool may_run(Session *session)
{
    bool answered = !session->exercise->question || session_prediction(session) >= 0;
    if (session->attempt.asked && !answered)
        notices_add(&session->notices, SEVERITY_NOTE,
                    "answer the question first: what do you think will happen?");
    bool quick = isnan(session->last_run_ms) || session->last_run_ms < QUICK_MS;
    return answered && (session->attempt.asked || quick);
}

static void take_compiled(Session *session, CompileResult *compile)
{
    Attempt *attempt = &session->attempt;
    attempt->request = 0;
    compile_result_free(&session->compile);
    session->compile = *compile;
    session->has_compile = true;
    session->compile_version = session->attempt.version;
    session->changed = true;
    *compile = (CompileResult){0};
    if (!session->compile.ran && session->compile.trouble && session->compile.trouble[0])
        notices_add(&session->notices, SEVERITY_ERROR, "%s", session->compile.trouble);
    if (session->compile.ran && session->compile.ok &&
        compile_has_kernel(&session->compile, session->exercise->kernel)) {
        if (may_run(session))
            start_cases(session);
        else
            enter(session, PHASE_IDLE);
    } else if (attempt->asked || !session->has_verdict) {
        finish(session);
    } else {
        enter(session, PHASE_IDLE); /* while typing, the last results stay in sight */
    }
}

/* An answer that stands in the text may have been typed there. */
static void note_prediction(Session *session)
{
    const Exercise *exercise = session->exercise;
    int choice = session_prediction(session);
    if (exercise->question && choice >= 0 &&
        choice != progress_prediction(session->progress, exercise->id))
        progress_predict(session->progress, exercise->id, choice,
                         (size_t)choice == exercise->question->answer);
}

void attempt_start(Session *session, bool asked)
{
    Attempt *attempt = &session->attempt;
    Text *text = work_text(session->work);
    CompileResult refused;
    attempt_abandon(session);
    session->live_ns = INT64_MAX;
    attempt->asked = asked;
    attempt->shown = false;
    attempt->longest_ms = NAN;
    attempt->version = attempt->results.version = text_version(text);
    attempt->since_ns =
        asked || session->edited_ns == INT64_MIN ? clock_now_ns() : session->edited_ns;
    strbuf_clear(&attempt->source);
    text_copy(text, 0, text_size(text), &attempt->source);
    note_prediction(session);
    cases_want(session->cases);
    enter(session, PHASE_COMPILING);
    if (source_check(KERNEL_FILE, strbuf_view(&attempt->source), &refused))
        attempt->request =
            client_compile(session->client, KERNEL_FILE, strbuf_view(&attempt->source));
    else
        take_compiled(session, &refused);
}

void attempt_stop(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->phase == PHASE_RUNNING && attempt->request)
        client_stop(session->client); /* it answers with what there is */
    else if (attempt->phase != PHASE_IDLE)
        attempt_abandon(session);
}

void attempt_take_event(Session *session, ClientEvent *event)
{
    if (event->request != session->attempt.request || event->request == 0)
        return; /* of an attempt that was given up */
    if (event->kind == CLIENT_COMPILED)
        take_compiled(session, &event->compile);
    else if (event->kind == CLIENT_PRINTS)
        take_prints(session, event);
    else if (event->kind == CLIENT_RAN)
        take_ran(session, event);
}
