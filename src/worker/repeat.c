/* Answers of runs, kept for the same run once more. */
#include "worker/repeat.h"

#include <string.h>

#include "compile/unset.h"
#include "wire/payload.h"

enum { ANSWER_MOST = 4 << 20, ALL_MOST = 32 << 20 /* bytes */ };

static bool is_wanted(const Worker *worker)
{
    const RunMessage *message = &worker->run;
    return worker->device.sim && worker->compiled.ptx && buffers_complete(&worker->buffers) &&
           !message->host && !message->time && !message->schedule;
}

/* Everything that a run depends on besides the code. */
static void make_key(const Worker *worker, StrBuf *out)
{
    run_encode(&worker->run, out);
    for (size_t i = 0; i < worker->buffers.size; i++) {
        const Buffer *buffer = &worker->buffers.data[i];
        if (buffer->sent)
            strbuf_add_bytes(out, buffer->sent, (size_t)buffer->bytes);
    }
}

static const Repeat *find(const Worker *worker, const StrBuf *key)
{
    for (size_t i = 0; i < worker->repeats_used; i++) {
        const Repeat *repeat = &worker->repeats.data[i];
        if (repeat->key.size == key->size && memcmp(repeat->key.data, key->data, key->size) == 0)
            return repeat;
    }
    return NULL;
}

/* The next one to be filled: with memory of one that was forgotten, since pages that are touched
 * for the first time cost more than what is copied into them. */
static Repeat *next_repeat(Worker *worker)
{
    if (worker->repeats_used == worker->repeats.size)
        vec_push(&worker->repeats, (Repeat){0});
    return &worker->repeats.data[worker->repeats_used];
}

/* Who wrote to its buffers may be asked as of the run itself. */
static void remember_past(Worker *worker, uint32_t of, uint32_t sequence)
{
    PastRun past = {.sequence = sequence};
    const PastRun *first = NULL;
    for (size_t i = 0; i < worker->past.size && !first; i++)
        if (worker->past.data[i].sequence == of)
            first = &worker->past.data[i];
    for (size_t i = 0; first && i < first->buffers.size; i++)
        vec_push(&past.buffers, first->buffers.data[i]);
    vec_push(&worker->past, past);
}

bool repeat_answer(Worker *worker, uint32_t sequence)
{
    if (!is_wanted(worker))
        return false;
    Repeat *next = next_repeat(worker);
    strbuf_clear(&next->key);
    make_key(worker, &next->key);
    const Repeat *known = find(worker, &next->key);
    if (!known) {
        strbuf_clear(&next->frames);
        worker->record = (PortRecord){next->frames, ANSWER_MOST, false};
        next->frames = (StrBuf){0};
        worker->is_recording = true;
        port_record(worker->port, &worker->record);
        return false;
    }
    port_send_record(worker->port, sequence, strbuf_view(&known->frames));
    remember_past(worker, known->sequence, sequence);
    return true;
}

/* The names of variables and what is an array's come from the source, of which the code tells
 * nothing. */
static bool has_names(const Worker *worker, const RunResult *result)
{
    View source = {worker->source, worker->source_size};
    for (size_t i = 0; i < result->findings.size; i++)
        if (result->findings.data[i].variable)
            return true;
    return worker->source && (source_has_unset(source) || source_has_array(source));
}

void repeat_end(Worker *worker, uint32_t sequence, const RunResult *result, bool spent)
{
    if (!worker->is_recording)
        return;
    worker->is_recording = false;
    port_record(worker->port, NULL);
    Repeat *next = next_repeat(worker);
    strbuf_free(&next->frames); /* there is one if a fault has made all forgotten */
    next->frames = worker->record.frames;
    size_t bytes = next->frames.size + next->key.size;
    if (worker->record.full || result->status != LAUNCH_OK || spent ||
        worker->repeats_bytes + bytes > ALL_MOST || has_names(worker, result))
        return;
    ran_mark_repeated(&next->frames);
    next->sequence = sequence;
    worker->repeats_used++;
    worker->repeats_bytes += bytes;
}

void repeats_forget(Worker *worker)
{
    size_t held = 0;
    for (size_t i = 0; i < worker->repeats.size; i++) {
        Repeat *repeat = &worker->repeats.data[i];
        held += repeat->key.capacity + repeat->frames.capacity;
        if (held > ALL_MOST) {
            strbuf_free(&repeat->key);
            strbuf_free(&repeat->frames);
        }
    }
    worker->repeats_used = worker->repeats_bytes = 0;
}
