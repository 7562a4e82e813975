/* Copies: their direction, their size, the memory they use, and many where one would do. */
#include <stdlib.h>
#include <string.h>

#include "host/box.h"
#include "host/decode.h"
#include "host/operation.h"
#include "host/track.h"

enum { LOOP_COPIES = 8, LOOP_BYTES = 64 << 10 };

static const Held *live_at(Track *track, uint64_t address)
{
    const Held *held = address ? track_memory(track, address) : NULL;
    return held && held->live ? held : NULL;
}

/* Host memory that a device uses by the same address is either. */
static bool is_device_only(const Held *held)
{
    return held && (held->kind == MEMORY_DEVICE || held->kind == MEMORY_GLOBAL);
}

static void check_direction(Track *track, const LoggedCall *call, const Operation *row)
{
    const Held *to = live_at(track, call->log.words[row->to]);
    const Held *from = live_at(track, call->log.words[row->from]);
    char *name = symbol_plain(call->function.symbol);
    bool to_device = row->kind == OPERATION_TO_DEVICE;
    const Held *device = to_device ? to : from, *host = to_device ? from : to;
    bool wrong_host = is_device_only(host);
    if (wrong_host && !is_device_only(device))
        rule_tell(track->input, track->out, "wrong-direction", call->line, host->line,
                  "%s copies from %s, but its %s is device memory, and its %s is not: the other "
                  "direction is meant, or the two are swapped",
                  name, to_device ? "host to device" : "device to host",
                  to_device ? "source" : "destination", to_device ? "destination" : "source");
    else if (wrong_host)
        rule_tell(track->input, track->out, "wrong-direction", call->line, host->line,
                  "%s copies %s, but both addresses are device memory", name,
                  to_device ? "from the host" : "to the host");
    else if (!device && !track->graph_memory &&
             !track_memory(track, call->log.words[to_device ? row->to : row->from]))
        rule_tell(track->input, track->out, "wrong-direction", call->line, 0,
                  "the %s of %s is no device memory that this program has allocated",
                  to_device ? "destination" : "source", name);
    free(name);
}

/* "a quarter": a mistaken element for a byte. */
static bool is_element_ratio(uint64_t whole, uint64_t part)
{
    return part && (whole == 2 * part || whole == 4 * part || whole == 8 * part);
}

static void check_range(Track *track, const LoggedCall *call, uint64_t address, uint64_t bytes)
{
    const Held *held = live_at(track, address);
    if (!held || held->kind == MEMORY_REGISTERED)
        return;
    uint64_t offset = address - held->address, room = held->size - offset;
    char *name = symbol_plain(call->function.symbol);
    if (bytes > room)
        rule_tell(track->input, track->out, "wrong-size", call->line, held->line,
                  "%s takes %llu bytes, but the memory has only %llu%s", name,
                  (unsigned long long)bytes, (unsigned long long)room,
                  is_element_ratio(bytes, room)
                      ? ": was it allocated by its number of elements, not by its bytes?"
                      : "");
    free(name);
}

/* Rows and slices, with the pitches between them. */
static void check_box(Track *track, const LoggedCall *call)
{
    CopyBox box;
    if (!copy_box(call, &box))
        return;
    const BoxEnd *ends[] = {&box.to, &box.from};
    for (int i = 0; i < 2; i++) {
        const Held *held = live_at(track, ends[i]->address);
        uint64_t extent = box_extent(&box, ends[i]);
        if (!held || held->kind == MEMORY_REGISTERED ||
            extent <= held->size - (ends[i]->address - held->address))
            continue;
        rule_tell(track->input, track->out, "wrong-size", call->line, held->line,
                  "the %s of this copy, %llu rows with a pitch of %llu bytes in each of %llu "
                  "slices of %llu bytes, takes %llu bytes from where it begins, but the memory has "
                  "only %llu there",
                  i == 0 ? "destination" : "source", (unsigned long long)box.height,
                  (unsigned long long)ends[i]->pitch, (unsigned long long)box.depth,
                  (unsigned long long)ends[i]->slice, (unsigned long long)extent,
                  (unsigned long long)(held->size - (ends[i]->address - held->address)));
    }
}

/* From the start on without a gap, or somewhere else. */
static void note_extent(Held *held, uint64_t address, uint64_t bytes, bool to_host, uint32_t line)
{
    uint64_t offset = address - held->address;
    if (bytes > held->size - offset)
        return;
    if (offset <= held->reached[to_host])
        held->reached[to_host] =
            offset + bytes > held->reached[to_host] ? offset + bytes : held->reached[to_host];
    else
        held->scattered[to_host] = true;
    held->copy_line[to_host] = line;
}

static void check_pageable(Track *track, const LoggedCall *call, const Operation *row)
{
    bool to_device = row->kind == OPERATION_TO_DEVICE;
    uint64_t address = call->log.words[to_device ? row->from : row->to];
    const Held *held = live_at(track, address);
    char *name = symbol_plain(call->function.symbol);
    if (!held)
        rule_tell(
            track->input, track->out, "pageable-async", call->line, 0,
            "%s with pageable host memory: the copy goes through the driver's own buffer, and "
            "the host waits for it; pinned memory (cuMemAllocHost) lets it run beside other "
            "work",
            name);
    free(name);
}

void rule_copy(Track *track, const LoggedCall *call)
{
    const Operation *row = operation_find(call->function.symbol);
    if (!row || !call->log.ended)
        return;
    check_box(track, call);
    if (row->to < 0)
        return;
    uint64_t bytes = call_bytes(call), to = call->log.words[row->to];
    check_range(track, call, to, bytes);
    if (row->from >= 0)
        check_range(track, call, call->log.words[row->from], bytes);
    if (row->kind != OPERATION_TO_DEVICE && row->kind != OPERATION_TO_HOST)
        return;
    check_direction(track, call, row);
    bool to_host = row->kind == OPERATION_TO_HOST;
    uint64_t device = call->log.words[to_host ? row->from : row->to];
    Held *held = track_memory(track, device);
    if (held && held->live && call->log.result == CUDA_SUCCESS)
        note_extent(held, device, bytes, to_host, call->line);
    if (row->stream >= 0 && call->log.result == CUDA_SUCCESS)
        check_pageable(track, call, row);
}

/* Memory of which only the first half, quarter or eighth was ever copied, in one direction. */
static void check_short(Track *track, const Held *held)
{
    for (int to_host = 0; to_host < 2; to_host++)
        if (!held->scattered[to_host] && is_element_ratio(held->size, held->reached[to_host]))
            rule_tell(track->input, track->out, "wrong-size", held->copy_line[to_host], held->line,
                      "only %llu of the %llu bytes of this memory are ever copied %s: elements in "
                      "place of bytes?",
                      (unsigned long long)held->reached[to_host], (unsigned long long)held->size,
                      to_host ? "to the host" : "to the device");
}

/* A run of copies from one line, each going on where the last one ended. */
typedef struct CopyRun {
    uint32_t line;
    uint64_t to, from, bytes; /* where the next one would go on; of one copy */
    size_t count;
} CopyRun;

static void finish_run(Track *track, CopyRun *run)
{
    if (run->count >= LOOP_COPIES)
        rule_tell(
            track->input, track->out, "copy-in-loop", run->line, 0,
            "%zu copies of %llu bytes each, one behind the other: one copy of all of it costs "
            "one call's time",
            run->count, (unsigned long long)run->bytes);
    *run = (CopyRun){0};
}

static void find_loops(Track *track)
{
    const HostLog *log = track->input->log;
    CopyRun run = {0};
    for (size_t i = 0; i < log->calls.size; i++) {
        const LoggedCall *call = &log->calls.data[i];
        const Operation *row = operation_find(call->function.symbol);
        if (!row || (row->kind != OPERATION_TO_DEVICE && row->kind != OPERATION_TO_HOST))
            continue;
        uint64_t bytes = call_bytes(call), to = call->log.words[row->to],
                 from = call->log.words[row->from];
        bool goes_on = run.count && run.line == call->line && run.bytes == bytes && run.to == to &&
                       run.from == from;
        if (!goes_on)
            finish_run(track, &run);
        if (call->log.result != CUDA_SUCCESS || bytes > LOOP_BYTES)
            continue;
        run = (CopyRun){call->line, to + bytes, from + bytes, bytes, run.count + 1};
    }
    finish_run(track, &run);
}

void rule_copies_end(Track *track)
{
    for (size_t i = 0; i < track->memory.size; i++)
        if (track->memory.data[i].kind == MEMORY_DEVICE)
            check_short(track, &track->memory.data[i]);
    find_loops(track);
}
