/* Each pending operation has the numbers of those that ran beside it; as long as any has some, what
 * ran belongs to one group. */
#include "sim/api/beside.h"

#include <stdlib.h>

#include "sim/api/findings.h"
#include "sim/api/graph_run.h"
#include "sim/api/observers.h"

enum { NUMBERS_MOST = 4096 };

struct Beside {
    uint32_t count, room;
    uint32_t *numbers;
};

bool beside_is_wanted(void)
{
    const Library *lib = library();
    return (lib->options.checks & OBSERVE_RACE) && !lib->touch; /* who asks for touches compares */
}

/* That is what streams do, though not what is in one graph. */
static bool streams_are_compared(void)
{
    return library()->touch && !library()->order_hidden;
}

void beside_hide_order(void)
{
    library()->order_hidden = true;
}

static bool uses_memory(const Op *op)
{
    switch (op->kind) {
    case CULAB_SIM_SPAN_TO_DEVICE:
    case CULAB_SIM_SPAN_TO_HOST:
    case CULAB_SIM_SPAN_ON_DEVICE:
    case CULAB_SIM_SPAN_FILL:
    case CULAB_SIM_SPAN_KERNEL:
        return true;
    default:
        return op->frees || op->allocates;
    }
}

/* Without memory, and beyond so many, the two count as ordered. */
static void note(Op *op, uint32_t number)
{
    struct Beside *beside = op->beside;
    if (!beside) {
        beside = op->beside = calloc(1, sizeof *beside);
        library()->beside_waiting += beside != NULL;
    }
    if (beside && beside->count == beside->room) {
        uint32_t room = beside->room ? beside->room * 2 : 8;
        uint32_t *grown =
            room <= NUMBERS_MOST ? realloc(beside->numbers, room * sizeof *grown) : NULL;
        if (!grown)
            return;
        beside->numbers = grown;
        beside->room = room;
    }
    if (beside)
        beside->numbers[beside->count++] = number;
}

/* Notes the number in all of a stream that run beside the operation; are there any? Those behind
 * one that comes behind it do so too. */
static bool note_stream(const Stream *stream, const Op *op, uint32_t number)
{
    bool any = false;
    for (Op *other = stream->head; other; other = other->next) {
        if (!uses_memory(other))
            continue;
        if (queue_is_behind(other, op))
            break;
        note(other, number);
        any = true;
    }
    return any;
}

/* The same for the launch of a graph that it is part of. */
static bool note_graph(const Op *op, uint32_t number)
{
    bool any = false;
    for (Op *other = op->graph ? op->next : NULL; other && other->graph == op->graph;
         other = other->next)
        if (uses_memory(other) && !graph_run_is_behind(other, op)) {
            note(other, number);
            any = true;
        }
    return any;
}

static void tell_host(void *state, const SimFinding *finding)
{
    (void)state;
    if (finding->text)
        findings_tell_host(finding);
}

void beside_begin(Op *op)
{
    Library *lib = library();
    if (!uses_memory(op) || !(lib->options.checks & OBSERVE_RACE))
        return;
    if (lib->beside_waiting == 0) {
        lib->beside_group++;
        lib->beside_count = 0;
    }
    const uint32_t number = lib->beside_count + 1;
    bool any = note_graph(op, number);
    const Context *context = streams_are_compared() ? NULL : lib->contexts;
    for (; context; context = context->next)
        for (const Stream *stream = context->streams; stream; stream = stream->next)
            any |= stream != op->stream && stream->head && note_stream(stream, op, number);
    if (!any && !op->beside)
        return;
    lib->beside_count = number;
    observers_prepare();
    if (!lib->observers)
        return;
    const StreamOperation told = {.group = lib->beside_group,
                                  .number = number,
                                  .name = op->kind == CULAB_SIM_SPAN_KERNEL ? op->name : NULL,
                                  .frees = op->frees,
                                  .allocates = op->allocates,
                                  .beside = op->beside ? op->beside->numbers : NULL,
                                  .beside_count = op->beside ? op->beside->count : 0,
                                  .findings = {.found = tell_host}};
    observe_operation(lib->observers, &told);
}

void beside_end(void)
{
    if (library()->observers)
        observe_operation(library()->observers, NULL);
}

void beside_allocated(uint64_t address, uint64_t size)
{
    if (library()->observers)
        observe_operation_allocates(library()->observers, address, size);
}

void beside_drop(Op *op)
{
    if (!op->beside)
        return;
    library()->beside_waiting--;
    free(op->beside->numbers);
    free(op->beside);
    op->beside = NULL;
}
