/* Races between the host and work that is under way, found by what the host has changed. */
#include "sim/api/host_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/findings.h"
#include "sim/api/host_past.h"
#include "sim/api/observers.h"

enum { CHANGES = 16, WATCHES = 256, PARAMETERS = 64 };
#define BYTES_MOST (UINT64_C(32) << 20) /* of all that is kept */

typedef struct Change {
    uint64_t from, to;
    bool by_function; /* of another stream, not by the program itself */
} Change;

struct HostWatch {
    HostWatch *next;    /* of all */
    HostWatch *sibling; /* of the same operation: */
    const Op *op;
    uint64_t address, size, allocation; /* the id of the one it lies in */
    uint32_t change_count;
    Change changes[CHANGES]; /* that the host has made; the last one stands for all further ones */
    unsigned char bytes[];
};

static bool is_hosts_too(const Allocation *allocation)
{
    return allocation &&
           (allocation->kind == SIM_ALLOC_HOST || allocation->kind == SIM_ALLOC_MANAGED ||
            allocation->kind == SIM_ALLOC_REGISTERED);
}

bool host_watch_reaches(uint64_t address)
{
    return is_hosts_too(allocation_of(address));
}

static bool is_wanted(void)
{
    const Library *lib = library();
    return (lib->options.checks & OBSERVE_RACE) && lib->watch_count < WATCHES;
}

void host_watch_add(Op *op, uint64_t address, uint64_t size)
{
    Library *lib = library();
    const Allocation *allocation = is_wanted() ? allocation_of(address) : NULL;
    if (!size || size > BYTES_MOST - lib->watched_bytes || !is_hosts_too(allocation) ||
        size > allocation->size - (address - allocation->address))
        return;
    HostWatch *watch = malloc(sizeof *watch + size);
    if (!watch)
        return;
    *watch = (HostWatch){.next = lib->watches,
                         .sibling = op->watches,
                         .op = op,
                         .address = address,
                         .size = size,
                         .allocation = allocation->id};
    memcpy(watch->bytes, (const void *)(uintptr_t)address, size);
    op->watches = lib->watches = watch;
    lib->watch_count++;
    lib->watched_bytes += size;
}

void host_watch_parameters(Op *op, const void *parameters, size_t size)
{
    uint64_t seen[PARAMETERS];
    size_t count = 0;
    for (size_t at = 0; is_wanted() && at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
        uint64_t value;
        memcpy(&value, (const char *)parameters + at, sizeof value);
        const Allocation *allocation = allocation_of(value);
        bool known = !is_hosts_too(allocation) || count == PARAMETERS;
        for (size_t i = 0; i < count && !known; i++)
            known = seen[i] == allocation->id;
        if (known)
            continue;
        seen[count++] = allocation->id;
        host_watch_add(op, allocation->address, allocation->size);
    }
    if (op->watches && !library()->wants_touches) {
        library()->wants_touches = true;
        observers_prepare(); /* not while the launch runs */
    }
}

/* -- comparing */

/* Memory that is gone can't be looked at. */
static const unsigned char *bytes_of(const HostWatch *watch)
{
    const Allocation *allocation = allocation_of(watch->address);
    return allocation && allocation->id == watch->allocation
               ? (const unsigned char *)(uintptr_t)watch->address
               : NULL;
}

static void note_change(HostWatch *watch, Change change)
{
    if (watch->change_count == CHANGES)
        watch->changes[CHANGES - 1].to = change.to;
    else
        watch->changes[watch->change_count++] = change;
}

static void compare(HostWatch *watch, bool by_function)
{
    const unsigned char *now = bytes_of(watch);
    if (!now || memcmp(now, watch->bytes, watch->size) == 0)
        return;
    for (uint64_t i = 0; i < watch->size; i++) {
        uint64_t from = i;
        while (i < watch->size && now[i] != watch->bytes[i])
            i++;
        if (i > from)
            note_change(watch, (Change){from, i, by_function});
    }
    memcpy(watch->bytes, now, watch->size);
}

void host_watch_begin(Op *op)
{
    for (HostWatch *watch = op->quiet ? op->watches : library()->watches; watch;
         watch = op->quiet ? watch->sibling : watch->next)
        compare(watch, false);
}

void host_watch_end(Op *op)
{
    for (HostWatch *watch = op->quiet ? NULL : library()->watches; watch; watch = watch->next) {
        const unsigned char *now = bytes_of(watch);
        if (now && op->kind == CULAB_SIM_SPAN_HOST && !queue_is_behind(watch->op, op))
            compare(watch, true);
        else if (now)
            memcpy(watch->bytes, now, watch->size);
    }
}

void host_watch_drop(Op *op)
{
    Library *lib = library();
    while (op->watches) {
        HostWatch *watch = op->watches, **at = &lib->watches;
        op->watches = watch->sibling;
        while (*at != watch)
            at = &(*at)->next;
        *at = watch->next;
        lib->watch_count--;
        lib->watched_bytes -= watch->size;
        free(watch);
    }
}

/* -- telling */

static const char *what_of(const Op *op)
{
    switch (op->kind) {
    case CULAB_SIM_SPAN_TO_DEVICE:
        return "copy to the device";
    case CULAB_SIM_SPAN_TO_HOST:
        return "copy to the host";
    default:
        return "copy";
    }
}

void host_watch_name(const Op *op, char *out, size_t size)
{
    if (op->kind == CULAB_SIM_SPAN_KERNEL)
        snprintf(out, size, "kernel %.100s", op->name ? op->name : "");
    else
        snprintf(out, size, "%s of %llu bytes", what_of(op), (unsigned long long)op->bytes);
}

static void tell(const Op *op, const HostWatch *watch, const Change *change, const char *does)
{
    char text[600], what[160];
    const Allocation *allocation = allocation_of(watch->address);
    uint64_t start = allocation ? watch->address - allocation->address : 0;
    host_watch_name(op, what, sizeof what);
    snprintf(
        text, sizeof text,
        "%s wrote memory while the %s that %s it was under way: bytes %llu to %llu of %llu "
        "at 0x%llx are not what they were when it was asked for. %s",
        change->by_function ? "A host function in another stream" : "The host", what, does,
        (unsigned long long)(start + change->from), (unsigned long long)(start + change->to - 1),
        (unsigned long long)(allocation ? allocation->size : watch->size),
        (unsigned long long)(watch->address - start),
        change->by_function ? "Record an event behind the one that must come first, and let the "
                              "other's stream wait for it (cuStreamWaitEvent)."
                            : "Wait for its stream (cuStreamSynchronize) or an event behind it "
                              "before you write there again.");
    SimFinding finding = {.checker = "race",
                          .rule = "host-race",
                          .address = watch->address + change->from,
                          .bytes = (uint32_t)(change->to - change->from),
                          .space = PTX_SPACE_GLOBAL,
                          .text = text};
    findings_tell_host(&finding);
}

typedef struct Touched {
    const Op *op;
    HostWatch *watch;
    const Change *change;
    bool told;
} Touched;

static void on_touch(void *state, TouchKind kind, uint64_t address, uint64_t size)
{
    Touched *touched = state;
    uint64_t from = touched->watch->address + touched->change->from;
    uint64_t to = touched->watch->address + touched->change->to;
    if (touched->told || address >= to || from >= address + size)
        return;
    touched->told = true;
    tell(touched->op, touched->watch, touched->change, kind == TOUCH_READ ? "reads" : "writes");
}

static void on_past(void *state, TouchKind kind, uint64_t address, uint64_t size)
{
    const HostWatch *watch = state;
    const uint64_t end = watch->address + watch->size;
    const uint64_t from = address > watch->address ? address : watch->address;
    const uint64_t to = address + size < end ? address + size : end;
    (void)kind;
    if (from < to)
        host_past_note(watch->op, from, to - from);
}

/* Where host and kernel may talk by flags while the kernel runs, nobody knows what they order. */
static bool has_flag(const Op *op)
{
    for (const HostWatch *watch = op->watches; watch; watch = watch->sibling)
        if (observe_touches_strongly(library()->observers, watch->address, watch->size))
            return true;
    return false;
}

void host_watch_launched(Op *op)
{
    Library *lib = library();
    if (!op->watches || !lib->observers || has_flag(op))
        return;
    for (HostWatch *watch = op->watches; watch; watch = watch->sibling) {
        Touched touched = {.op = op, .watch = watch};
        observe_touches(lib->observers, watch, on_past);
        for (uint32_t i = 0; i < watch->change_count && !touched.told; i++) {
            touched.change = &watch->changes[i];
            observe_touches(lib->observers, &touched, on_touch);
        }
    }
}

/* A copy uses all that it names: told before it does. */
void host_watch_tell(Op *op)
{
    for (HostWatch *watch = op->watches; watch; watch = watch->sibling)
        if (watch->change_count)
            tell(op, watch, &watch->changes[0], "uses");
}
