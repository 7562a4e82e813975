/* One attempt: the source is compiled, its cases are run, and all is summed up. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/session_impl.h"
#include "session/source.h"

void results_free(Results *results)
{
    verdict_free(&results->verdict);
    print_log_free(&results->prints);
    vec_free(&results->requests);
    *results = (Results){0};
}

/* The results of the attempt under way, shown or not yet. */
Results *attempt_results(Session *session)
{
    return session->attempt.shown ? &session->results : &session->attempt.results;
}

/* From now on the views see this attempt's results instead of the last one's. */
void attempt_show(Session *session)
{
    Attempt *attempt = &session->attempt;
    session->changed = true;
    if (attempt->shown)
        return;
    values_drop(session);
    results_free(&session->results);
    vec_clear(&session->questions);
    session->results = attempt->results;
    attempt->results = (Results){0};
    attempt->shown = true;
    session->has_verdict = true;
}

void attempt_enter(Session *session, SessionPhase phase)
{
    session->changed |= session->attempt.phase != phase;
    session->attempt.phase = phase;
}

static void drop_held(Attempt *attempt)
{
    compile_result_free(&attempt->held);
    attempt->held = (CompileResult){0};
    attempt->held_ns = INT64_MAX;
}

void attempt_abandon(Session *session)
{
    Attempt *attempt = &session->attempt;
    client_cancel(session->client);
    attempt_drop_cases(session);
    vec_clear(&session->questions);
    if (attempt->shown && (attempt->phase == PHASE_RUNNING || attempt->phase == PHASE_JUDGING))
        verdict_finish(session->exercise, &session->compile, strbuf_view(&attempt->source),
                       &session->results.verdict); /* says how many cases were not run */
    attempt->request = 0;
    drop_held(attempt);
    results_free(&attempt->results);
    attempt_enter(session, PHASE_IDLE);
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

double attempt_took_ms(const Session *session)
{
    const Attempt *attempt = &session->attempt;
    double took = session->took_ms, so_far = (double)(clock_now_ns() - attempt->begun_ns) / 1e6;
    bool under_way = attempt->phase != PHASE_IDLE && attempt->held_ns == INT64_MAX;
    return under_way && so_far > took ? so_far : took;
}

/* It has come to its end. What is held had done so before. */
static void rest(Session *session)
{
    const Attempt *attempt = &session->attempt;
    if (attempt->held_ns == INT64_MAX)
        session->took_ms = (double)(clock_now_ns() - attempt->begun_ns) / 1e6;
    attempt_drop_cases(session);
    attempt_enter(session, PHASE_IDLE);
}

void attempt_finish(Session *session)
{
    Attempt *attempt = &session->attempt;
    int64_t now = clock_now_ns();
    rest(session);
    attempt_show(session);
    Verdict *verdict = &session->results.verdict;
    free(verdict->headline);
    verdict->headline = NULL;
    verdict_finish(session->exercise, &session->compile, strbuf_view(&attempt->source), verdict);
    session->latency_ms = (double)(now - attempt->since_ns) / 1e6;
    note_progress(session, verdict);
    writers_ask(session);
}

static void take_prints(Session *session, SentCase *sent, ClientEvent *event)
{
    attempt_show(session);
    PrintLog *log = &session->results.prints;
    sent->lost = event->prints.lost;
    print_log_join(log, &event->prints);
    log->lost = session->attempt.lost_before;
    for (size_t i = 0; i < session->attempt.sent.size; i++)
        log->lost += session->attempt.sent.data[i]->lost;
}

/* No more than is kept of a program that has ended. */
static void take_wrote(Session *session, const ClientEvent *event)
{
    StrBuf *wrote = &session->attempt.wrote;
    attempt_show(session);
    if (wrote->size < HOST_OUTPUT_KEPT)
        strbuf_add(wrote,
                   view_slice(strbuf_view(&event->wrote), 0, HOST_OUTPUT_KEPT - wrote->size));
    session->changed = true;
}

static bool is_answered(const Session *session)
{
    return !session->exercise->question || session_prediction(session) >= 0;
}

/* Runs go by themselves unless all cases were slow, and never before the question is answered. */
static bool may_run(const Session *session)
{
    return is_answered(session) && (session->attempt.asked || !attempt_all_slow(session));
}

/* The code of the text before the edit is kept, to be compared with. */
static void keep_ptx(Session *session, const CompileResult *fresh)
{
    CompileResult *last = &session->compile;
    if (!last->ptx || (fresh->ptx && strcmp(last->ptx, fresh->ptx) == 0))
        return;
    if (!session->edit_begins)
        return;
    session->edit_begins = false;
    free(session->ptx_before);
    session->ptx_before = last->ptx;
    last->ptx = NULL;
}

static void note_compile(Attempt *attempt, const CompileResult *compile)
{
    if (attempt->held_ns == INT64_MAX)
        attempt->times.compile = (double)(clock_now_ns() - attempt->begun_ns) / 1e6;
    attempt->times.nvrtc = compile->ms;
}

static void take_compiled(Session *session, CompileResult *compile)
{
    Attempt *attempt = &session->attempt;
    attempt->request = 0;
    note_compile(attempt, compile);
    keep_ptx(session, compile);
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
        if (attempt->asked && !is_answered(session))
            notices_add(&session->notices, SEVERITY_NOTE,
                        "answer the question first: what do you think will happen?");
        if (may_run(session))
            attempt_run_cases(session);
        else
            rest(session);
    } else if (attempt->asked || !session->has_verdict) {
        attempt_finish(session);
    } else {
        rest(session); /* while typing, the last results stay in sight */
    }
}

/* Half a word is no mistake: what does not compile is told when no further key comes. */
static void take_refused(Session *session, CompileResult *compile)
{
    Attempt *attempt = &session->attempt;
    int64_t until = session->edited_ns + SESSION_LIVE_MS * INT64_C(1000000);
    if (attempt->asked || session->edited_ns == INT64_MIN || clock_now_ns() >= until) {
        take_compiled(session, compile);
        return;
    }
    session->took_ms = (double)(clock_now_ns() - attempt->begun_ns) / 1e6;
    attempt->request = 0;
    attempt_drop_cases(session);
    attempt->held = *compile;
    attempt->held_ns = until;
    *compile = (CompileResult){0};
    session->changed = true;
}

void attempt_tell(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->held_ns == INT64_MAX) {
        attempt_show(session);
        return;
    }
    take_compiled(session, &attempt->held);
    drop_held(attempt);
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

static void copy_file(const Session *session, size_t file, StrBuf *out)
{
    const Text *text = work_text(session->files[file]);
    strbuf_clear(out);
    text_copy(text, 0, text_size(text), out);
}

static bool sources_check(const Session *session, CompileResult *refused)
{
    const Attempt *attempt = &session->attempt;
    return source_check(session_file_name(session, 0), strbuf_view(&attempt->source), refused) &&
           (session->file_count < 2 ||
            source_check(KERNEL_FILE, strbuf_view(&attempt->kernel), refused));
}

void attempt_start(Session *session, bool asked)
{
    Attempt *attempt = &session->attempt;
    CompileResult refused;
    session->took_ms = attempt_took_ms(session);
    attempt_abandon(session);
    session->live_ns = INT64_MAX;
    attempt->asked = asked;
    attempt->begun_ns = clock_now_ns();
    attempt->time = session->time_next;
    attempt->schedule = session->schedule_next;
    session->time_next = session->schedule_next = false;
    attempt->shown = false;
    attempt->version = attempt->results.version = session_version(session);
    attempt->since_ns =
        asked || session->edited_ns == INT64_MIN ? attempt->begun_ns : session->edited_ns;
    attempt->times = (AttemptTimes){
        .waited = (double)(attempt->begun_ns - attempt->since_ns) / 1e6,
    };
    copy_file(session, 0, &attempt->source);
    if (session->file_count > 1)
        copy_file(session, 1, &attempt->kernel);
    note_prediction(session);
    cases_want(session->cases);
    attempt_order_cases(session);
    attempt->ahead = may_run(session);
    attempt_enter(session, PHASE_COMPILING);
    if (!sources_check(session, &refused))
        take_refused(session, &refused);
    else if (session->file_count > 1)
        attempt->request =
            client_compile_host(session->client, KERNEL_FILE, strbuf_view(&attempt->kernel),
                                HOST_FILE, strbuf_view(&attempt->source));
    else
        attempt->request =
            client_compile(session->client, KERNEL_FILE, strbuf_view(&attempt->source));
}

void attempt_stop(Session *session)
{
    Attempt *attempt = &session->attempt;
    if (attempt->phase == PHASE_RUNNING && attempt->sent.size > 0)
        client_stop(session->client); /* it answers with what there is */
    else if (attempt->phase != PHASE_IDLE)
        attempt_abandon(session);
}

void attempt_take_event(Session *session, ClientEvent *event)
{
    SentCase *sent = attempt_sent(session, event->request);
    bool compiled = event->kind == CLIENT_COMPILED && event->request == session->attempt.request;
    if (compiled && event->request != 0 && !event->compile.ok)
        take_refused(session, &event->compile);
    else if (compiled && event->request != 0)
        take_compiled(session, &event->compile);
    else if (sent && event->kind == CLIENT_PRINTS)
        take_prints(session, sent, event);
    else if (sent && event->kind == CLIENT_WROTE)
        take_wrote(session, event);
    else if (sent && event->kind == CLIENT_RAN)
        attempt_take_ran(session, sent, event);
}
