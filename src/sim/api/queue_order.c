/* Whether one pending operation comes behind another one, by its stream, by events, or by the
 * legacy stream: the same order that the scheduler keeps to. */
#include "sim/api/queue.h"

enum { STREAMS_MOST = 64 };

/* Up to which operation of which stream nothing was found. */
typedef struct Search {
    const Op *first;
    struct Looked {
        const Stream *stream;
        uint64_t up_to;
    } looked[STREAMS_MOST];
    unsigned count;
    bool gave_up;
} Search;

static bool looks_again(Search *search, const Stream *stream, uint64_t up_to)
{
    for (unsigned i = 0; i < search->count; i++)
        if (search->looked[i].stream == stream) {
            bool again = search->looked[i].up_to >= up_to;
            search->looked[i].up_to = again ? search->looked[i].up_to : up_to;
            return again;
        }
    if (search->count == STREAMS_MOST)
        search->gave_up = true;
    else
        search->looked[search->count++] = (struct Looked){stream, up_to};
    return false;
}

/* The operation that reaches the mark; its stream's last one where that isn't known. */
static uint64_t reached_at(const Mark *mark)
{
    for (const Op *op = mark->stream->head; op; op = op->next)
        if (op->mark == mark)
            return op->sequence;
    return mark->stream->tail ? mark->stream->tail->sequence : 0;
}

/* What the host shares with it may make an order that isn't known here. */
static bool waits_for_memory(const Op *op, uint64_t up_to)
{
    return op->ready || (op->kind == CULAB_SIM_SPAN_KERNEL && op->watches && op->sequence < up_to);
}

/* Is what the stream holds up to this number behind the first operation? */
static bool stream_is_behind(Search *search, const Stream *stream, uint64_t up_to)
{
    const Op *first = search->first;
    if (search->gave_up || looks_again(search, stream, up_to))
        return false;
    if (stream == first->stream && up_to >= first->sequence)
        return true;
    const Stream *legacy = stream->context->legacy;
    if (stream_blocks(stream) && stream_is_behind(search, legacy, up_to - 1))
        return true;
    for (const Stream *other = stream->context->streams; stream == legacy && other;
         other = other->next)
        if (stream_blocks(other) && stream_is_behind(search, other, up_to - 1))
            return true;
    for (const Op *op = stream->head; op && op->sequence <= up_to; op = op->next) {
        search->gave_up |= waits_for_memory(op, up_to);
        if (op->wait && !op->wait->done &&
            stream_is_behind(search, op->wait->stream, reached_at(op->wait)))
            return true;
    }
    return false;
}

bool queue_is_behind(const Op *op, const Op *first)
{
    Search search = {.first = first};
    return stream_is_behind(&search, op->stream, op->sequence) || search.gave_up;
}
