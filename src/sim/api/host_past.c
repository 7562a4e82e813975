/* Host functions that write what an operation beside them has used before. */
#include "sim/api/host_past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/findings.h"
#include "sim/api/host_watch.h"

enum { RANGES_MOST = 1024 };                 /* of a host function */
static const uint64_t bytes_most = 32 << 20; /* that are compared for one */

/* What an operation used. */
struct HostPast {
    HostPast *next;
    uint64_t operation;                 /* its number */
    uint64_t address, size, allocation; /* the id of the one it lies in */
    unsigned char *before;              /* while the function runs: what stood there; or NULL */
    char what[160];
};

static void note(Op *function, const Op *op, uint64_t address, uint64_t size)
{
    HostPast *past = function->past_count < RANGES_MOST ? malloc(sizeof *past) : NULL;
    if (!past)
        return;
    *past = (HostPast){.next = function->past,
                       .operation = op->sequence,
                       .address = address,
                       .size = size,
                       .allocation = allocation_of(address)->id};
    host_watch_name(op, past->what, sizeof past->what);
    function->past = past;
    function->past_count++;
}

void host_past_note(const Op *op, uint64_t address, uint64_t size)
{
    const Library *lib = library();
    if (!(lib->options.checks & OBSERVE_RACE) || !size || !host_watch_reaches(address))
        return;
    for (const Context *context = lib->contexts; context; context = context->next)
        for (const Stream *stream = context->streams; stream; stream = stream->next)
            for (Op *other = stream == op->stream ? NULL : stream->head; other; other = other->next)
                if (other->kind == CULAB_SIM_SPAN_HOST && !queue_is_behind(other, op))
                    note(other, op, address, size);
}

/* Memory that is gone can't be looked at. */
static const unsigned char *bytes_of(const HostPast *past)
{
    const Allocation *allocation = allocation_of(past->address);
    bool there = allocation && allocation->id == past->allocation;
    return there ? (const unsigned char *)(uintptr_t)past->address : NULL;
}

void host_past_begin(Op *op)
{
    uint64_t kept = 0;
    for (HostPast *past = op->past; past; past = past->next) {
        const unsigned char *now = bytes_of(past);
        bool fits = now && past->size <= bytes_most - kept;
        past->before = fits ? malloc(past->size) : NULL;
        if (past->before) {
            memcpy(past->before, now, past->size);
            kept += past->size;
        }
    }
}

static void tell(const HostPast *past, uint64_t from, uint64_t to)
{
    char text[600];
    const Allocation *allocation = allocation_of(past->address);
    uint64_t start = past->address - allocation->address;
    snprintf(text, sizeof text,
             "A host function in another stream wrote memory that the %s used: bytes %llu to %llu "
             "of %llu at 0x%llx. Nothing puts one of the two before the other: record an event "
             "behind the one that must come first, and let the other's stream wait for it "
             "(cuStreamWaitEvent).",
             past->what, (unsigned long long)(start + from), (unsigned long long)(start + to - 1),
             (unsigned long long)allocation->size, (unsigned long long)allocation->address);
    findings_tell_host(&(SimFinding){.checker = "race",
                                     .rule = "host-race",
                                     .address = past->address + from,
                                     .bytes = (uint32_t)(to - from),
                                     .space = PTX_SPACE_GLOBAL,
                                     .text = text});
}

/* The first place that differs is told. */
static bool compare(const HostPast *past, const unsigned char *now)
{
    uint64_t from = 0;
    while (from < past->size && now[from] == past->before[from])
        from++;
    uint64_t to = from;
    while (to < past->size && now[to] != past->before[to])
        to++;
    if (to > from)
        tell(past, from, to);
    return to > from;
}

void host_past_end(Op *op, bool alone)
{
    uint64_t told = 0; /* what an operation reads and writes is one finding */
    for (HostPast *past = op->past; past; past = past->next) {
        const unsigned char *now = past->before ? bytes_of(past) : NULL;
        if (now && alone && past->operation != told && compare(past, now))
            told = past->operation;
        free(past->before);
        past->before = NULL;
    }
}

void host_past_drop(Op *op)
{
    while (op->past) {
        HostPast *past = op->past;
        op->past = past->next;
        free(past->before);
        free(past);
    }
}
