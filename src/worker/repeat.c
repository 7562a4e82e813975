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

static const Repeat *find(const Worker *worker)
{
    for (size_t i = 0; i < worker->repeats.size; i++) {
        const Repeat *repeat = &worker->repeats.data[i];
        if (repeat->key.size == worker->repeat_key.size &&
            memcmp(repeat->key.data, worker->repeat_key.data, repeat->key.size) == 0)
            return repeat;
    }
    return NULL;
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
    strbuf_clear(&worker->repeat_key);
    worker->record = (PortRecord){.most = ANSWER_MOST};
    if (!is_wanted(worker))
        return false;
    make_key(worker, &worker->repeat_key);
    const Repeat *repeat = find(worker);
    if (!repeat) {
        port_record(worker->port, &worker->record);
        return false;
    }
    port_send_record(worker->port, sequence, strbuf_view(&repeat->frames));
    remember_past(worker, repeat->sequence, sequence);
    return true;
}

/* The names of variables come from the source, of which the code tells nothing. */
static bool has_names(const Worker *worker, const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (result->findings.data[i].variable)
            return true;
    return worker->source && source_has_unset((View){worker->source, worker->source_size});
}

void repeat_end(Worker *worker, uint32_t sequence, const RunResult *result, bool spent)
{
    StrBuf *frames = &worker->record.frames, *key = &worker->repeat_key;
    size_t bytes = frames->size + key->size;
    port_record(worker->port, NULL);
    if (frames->size > 0 && !worker->record.full && result->status == LAUNCH_OK && !spent &&
        worker->repeats_bytes + bytes <= ALL_MOST && !has_names(worker, result)) {
        ran_mark_repeated(frames);
        vec_push(&worker->repeats, (Repeat){sequence, *key, *frames});
        worker->repeats_bytes += bytes;
        *key = *frames = (StrBuf){0};
    }
    strbuf_free(frames);
}

void repeats_forget(Worker *worker)
{
    for (size_t i = 0; i < worker->repeats.size; i++) {
        strbuf_free(&worker->repeats.data[i].key);
        strbuf_free(&worker->repeats.data[i].frames);
    }
    vec_free(&worker->repeats);
    worker->repeats_bytes = 0;
}
