/* The session in the poll loop, and what the views read. */
#include <math.h>

#include "base/clock.h"
#include "session/session_impl.h"

static size_t add_fd(struct pollfd *fds, size_t count, size_t capacity, int fd)
{
    if (fd >= 0 && count < capacity)
        fds[count++] = (struct pollfd){.fd = fd, .events = POLLIN};
    return count;
}

static void lower(int64_t *deadline_ns, int64_t to)
{
    if (to < *deadline_ns)
        *deadline_ns = to;
}

size_t session_poll_fds(Session *session, struct pollfd *fds, size_t capacity, int64_t *deadline_ns)
{
    size_t count = client_poll_fds(session->client, fds, capacity, deadline_ns);
    count = add_fd(fds, count, capacity, cases_fd(session->cases));
    if (session->explainer)
        count += explainer_poll_fds(session->explainer, fds + count, capacity - count, deadline_ns);
    if (!session->work)
        return count;
    lower(deadline_ns, session->live_ns);
    lower(deadline_ns, attempt_deadline(session));
    for (size_t i = 0; i < session->file_count; i++) {
        lower(deadline_ns, work_deadline(session->files[i]));
        count = add_fd(fds, count, capacity, work_watch_fd(session->files[i]));
    }
    return count;
}

static void greet(Session *session, const HelloMessage *hello)
{
    session->changed = true;
    devices_learn(session, hello);
    if (!hello->has_device && hello->device_trouble[0])
        notices_add(&session->notices, SEVERITY_ERROR, "%s", hello->device_trouble);
    if (!hello->has_compiler && hello->compiler_trouble[0])
        notices_add(&session->notices, SEVERITY_ERROR, "%s", hello->compiler_trouble);
}

static void take_event(Session *session, ClientEvent *event)
{
    switch (event->kind) {
    case CLIENT_HELLO:
        greet(session, event->hello);
        break;
    case CLIENT_LOST:
        notices_add(&session->notices, SEVERITY_WARNING, "%s", event->text);
        break;
    case CLIENT_GONE:
        notices_add(&session->notices, SEVERITY_ERROR, "%s", event->text);
        break;
    case CLIENT_WRITER:
        writers_take(session, event);
        break;
    default:
        attempt_take_event(session, event);
        break;
    }
}

static void take_events(Session *session)
{
    ClientEvent event;
    while (client_next(session->client, &event)) {
        take_event(session, &event);
        client_event_free(&event);
    }
}

static void look_at_disk(Session *session)
{
    bool changed = false;
    for (size_t i = 0; i < session->file_count; i++)
        changed |= work_check_disk(session->files[i], &session->notices);
    if (!changed)
        return;
    session->changed = true;
    session_edited(session);
}

static void step_work(Session *session)
{
    int64_t now = clock_now_ns();
    bool told = false;
    for (size_t i = 0; i < session->file_count; i++) {
        told |= work_watch_drain(session->files[i]);
        if (work_deadline(session->files[i]) <= now)
            work_flush(session->files[i], &session->notices);
    }
    if (told)
        look_at_disk(session);
    if (attempt_deadline(session) <= now)
        attempt_tell(session);
    if (session->live_ns <= now) {
        look_at_disk(session); /* for file systems that cannot be watched */
        attempt_start(session, false);
    }
}

static void tell_progress_trouble(Session *session)
{
    const char *trouble = progress_trouble(session->progress);
    if (trouble && !session->progress_told)
        notices_add(&session->notices, SEVERITY_WARNING, "%s", trouble);
    session->progress_told = trouble != NULL;
}

bool session_step(Session *session)
{
    client_step(session->client);
    take_events(session);
    cases_drain(session->cases);
    values_step(session);
    if (session->work) {
        step_work(session);
        attempt_continue(session);
        take_events(session); /* what was answered without a worker */
    }
    tell_progress_trouble(session);
    bool changed = session->changed || session->notices.told != session->notices_shown;
    session->notices_shown = session->notices.told;
    session->changed = false;
    return changed;
}

SessionPhase session_phase(const Session *session)
{
    bool held = session->attempt.held_ns != INT64_MAX;
    if (held || (session->attempt.phase == PHASE_IDLE && session->live_ns != INT64_MAX))
        return PHASE_WAITING;
    return session->attempt.phase;
}

const DeviceInfo *session_device(const Session *session)
{
    const HelloMessage *hello = session->client ? client_hello(session->client) : NULL;
    return hello ? &hello->device : NULL;
}

const CompileResult *session_compile(const Session *session)
{
    return session->has_compile ? &session->compile : NULL;
}

const Verdict *session_verdict(const Session *session)
{
    return session->has_verdict ? &session->results.verdict : NULL;
}

const PrintLog *session_prints(const Session *session)
{
    return &session->results.prints;
}

View session_output(const Session *session)
{
    bool runs = session->attempt.phase == PHASE_RUNNING;
    return runs ? strbuf_view(&session->attempt.wrote) : (View){0};
}

bool session_stale(const Session *session)
{
    return session->work && session->has_verdict &&
           session->results.version != session_version(session);
}

bool session_compile_stale(const Session *session)
{
    return session->work && session->has_compile &&
           session->compile_version != session_version(session);
}

const AttemptTimes *session_times(const Session *session)
{
    return &session->attempt.times;
}

double session_latency_ms(const Session *session)
{
    return session->latency_ms;
}

const Notice *session_notice(const Session *session)
{
    return notices_newest(&session->notices);
}

void session_ask_writer(Session *session, size_t case_index, size_t comparison, uint64_t element)
{
    if (session->work)
        writers_ask_one(session, case_index, comparison, element);
}
