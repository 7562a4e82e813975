/* session.h without a worker. */
#include "fake_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool session_open(Session *session, const Exercise *exercise, Error *error)
{
    (void)error;
    text_free(session->text);
    session->text = text_new(strbuf_view(&session->starter));
    session->saved_version = text_version(session->text);
    session->exercise = exercise;
    return true;
}

const Exercise *session_exercise(const Session *session)
{
    return session->exercise;
}

size_t session_file_count(const Session *session)
{
    return session->exercise ? session->other ? 2 : 1 : 0;
}

const char *session_file_name(const Session *session, size_t file)
{
    return file == 0 && session->other ? HOST_FILE : KERNEL_FILE;
}

size_t session_file(const Session *session)
{
    return session->file;
}

void session_choose_file(Session *session, size_t file)
{
    if (file == session->file || !session->other)
        return;
    Text *shown = session->text;
    session->text = session->other;
    session->other = shown;
    session->file = file;
}

Text *session_text(Session *session)
{
    return session->text;
}

void session_edited(Session *session)
{
    session->stale = session->judged || session->compiled;
}

bool session_save(Session *session, Error *error)
{
    (void)error;
    session->saved_version = text_version(session->text);
    return true;
}

bool session_reload(Session *session, Error *error)
{
    return session_save(session, error);
}

bool session_modified(const Session *session)
{
    return session->text && text_version(session->text) != session->saved_version;
}

const char *session_recovery(const Session *session)
{
    return session->recovery;
}

void session_recover(Session *session, bool accept)
{
    if (accept)
        text_replace(session->text, 0, text_size(session->text), view_of(session->recovery));
    free(session->recovery);
    session->recovery = NULL;
}

bool session_reset(Session *session, Error *error)
{
    (void)error;
    text_replace(session->text, 0, text_size(session->text), strbuf_view(&session->starter));
    return true;
}

void session_run(Session *session)
{
    session->runs++;
}

void session_time(Session *session)
{
    session->runs++;
}

void session_schedule(Session *session)
{
    session->runs++;
}

void session_stop(Session *session)
{
    session->stops++;
    session->phase = PHASE_IDLE;
}

void session_set_live(Session *session, bool live)
{
    session->live = live;
}

bool session_live(const Session *session)
{
    return session->live;
}

void session_want_code(Session *session, uint32_t wants)
{
    session->wants = wants;
}

uint32_t session_wanted_code(const Session *session)
{
    return session->wants;
}

const char *session_ptx_before(const Session *session)
{
    return session->ptx_before;
}

void session_predict(Session *session, size_t choice)
{
    session->prediction = (int)choice;
}

int session_prediction(const Session *session)
{
    return session->prediction;
}

void session_reveal_hint(Session *session)
{
    session->hints++;
}

size_t session_hints_revealed(const Session *session)
{
    return session->hints;
}

SessionPhase session_phase(const Session *session)
{
    return session->phase;
}

const DeviceInfo *session_device(const Session *session)
{
    return session->device.name ? &session->device : NULL;
}

const CompileResult *session_compile(const Session *session)
{
    return session->compiled ? &session->compile : NULL;
}

const Verdict *session_verdict(const Session *session)
{
    return session->judged ? &session->verdict : NULL;
}

const PrintLog *session_prints(const Session *session)
{
    return &session->prints;
}

size_t session_device_count(const Session *session)
{
    return session->devices.size;
}

const DeviceOption *session_device_option(const Session *session, size_t index)
{
    return &session->devices.data[index];
}

const char *session_device_trouble(const Session *session)
{
    return session->device_trouble ? session->device_trouble : "";
}

void session_choose_device(Session *session, const char *device, const char *profile)
{
    snprintf(session->chosen, sizeof session->chosen, "%s %s", device, profile);
    for (size_t i = 0; i < session->devices.size; i++)
        session->devices.data[i].in_use = strcmp(session->devices.data[i].device, device) == 0 &&
                                          strcmp(session->devices.data[i].profile, profile) == 0;
}

View session_output(const Session *session)
{
    return session->phase == PHASE_RUNNING ? strbuf_view(&session->output) : (View){0};
}

bool session_stale(const Session *session)
{
    return session->stale;
}

bool session_compile_stale(const Session *session)
{
    return session->stale;
}

double session_latency_ms(const Session *session)
{
    return session->latency_ms;
}

const Notice *session_notice(const Session *session)
{
    return session->noticed ? &session->notice : NULL;
}

const Course *session_course(const Session *session)
{
    return &session->course;
}

Progress *session_progress(Session *session)
{
    (void)session;
    return NULL;
}

void session_ask_writer(Session *session, size_t case_index, size_t comparison, uint64_t element)
{
    (void)case_index;
    (void)comparison;
    session->asked = element;
}

/* Done at once, with what the script gave as values. */
bool session_explain(Session *session, size_t case_index, Error *error)
{
    (void)error;
    CaseResult *result = &session->verdict.cases.data[case_index];
    for (size_t i = 0; i < result->comparisons.size && result->explanations.size == 0; i++) {
        size_t argument = result->comparisons.data[i].argument;
        const BufferResult *buffer = case_buffer(result, argument);
        ValueSources sources = {
            .type = buffer->type,
            .count = buffer->count,
            .cpu = result->reference.expected[argument],
            .gpu = buffer->beside ? buffer->bytes : NULL,
            .sim = buffer->beside ? buffer->beside : buffer->bytes,
        };
        Explanation explanation = {.argument = argument};
        explain_values(&sources, &explanation);
        vec_push(&result->explanations, explanation);
    }
    return true;
}

bool session_explaining(const Session *session)
{
    (void)session;
    return false;
}
