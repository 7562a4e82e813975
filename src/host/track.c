/* Following memory and handles: what makes them and what frees them stands in tables. */
#include "host/track.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/decode.h"

static const struct Maker {
    const char *symbol, *address, *size;
    MemoryKind kind;
} makers[] = {
    {"cuMemAlloc_v2", "dptr", "bytesize", MEMORY_DEVICE},
    {"cuMemAllocPitch_v2", "dptr", NULL, MEMORY_DEVICE},
    {"cuMemAllocAsync", "dptr", "bytesize", MEMORY_DEVICE},
    {"cuMemAllocFromPoolAsync", "dptr", "bytesize", MEMORY_DEVICE},
    {"cuMemAllocManaged", "dptr", "bytesize", MEMORY_MANAGED},
    {"cuMemAllocHost_v2", "pp", "bytesize", MEMORY_PINNED},
    {"cuMemHostAlloc", "pp", "bytesize", MEMORY_PINNED},
    {"cuMemHostRegister_v2", "p", "bytesize", MEMORY_REGISTERED},
    {"cuModuleGetGlobal_v2", "dptr", "bytes", MEMORY_GLOBAL},
    {"cuMemAddressReserve", "ptr", "size", MEMORY_RESERVED},
    {"cuMemMap", "ptr", "size", MEMORY_MAPPED},
};

#define OF(kind) (1u << MEMORY_##kind)
static const struct Freer {
    const char *symbol;
    unsigned kinds; /* of memory that it frees */
    bool frees;     /* memory of some maker's: an address that is none is told */
} freers[] = {
    {"cuMemFree_v2", OF(DEVICE) | OF(MANAGED), true},
    {"cuMemFreeAsync", OF(DEVICE) | OF(MANAGED), true},
    {"cuMemFreeHost", OF(PINNED), true},
    {"cuMemHostUnregister", OF(REGISTERED), false},
    {"cuMemAddressFree", OF(RESERVED), false},
    {"cuMemUnmap", OF(MAPPED), false},
};

/* What frees memory of a kind, as a learner writes it. */
static const char *const freed_by[] = {
    [MEMORY_DEVICE] = "device memory: cuMemFree",
    [MEMORY_MANAGED] = "managed memory: cuMemFree",
    [MEMORY_PINNED] = "pinned host memory: cuMemFreeHost",
    [MEMORY_REGISTERED] = "registered memory of the program's own: cuMemHostUnregister, and free()",
    [MEMORY_GLOBAL] = "a module's variable, which goes with its module",
    [MEMORY_RESERVED] = "a range of addresses: cuMemAddressFree",
    [MEMORY_MAPPED] = "mapped memory: cuMemUnmap",
};

/* Handles: the parameter that gives one, and what is said of it. */
static const struct HandleMaker {
    const char *symbol, *parameter, *what;
    bool lasts;
} handle_makers[] = {
    {"cuStreamCreate", "phStream", "stream", false},
    {"cuStreamCreateWithPriority", "phStream", "stream", false},
    {"cuEventCreate", "phEvent", "event", false},
    {"cuModuleLoad", "module", "module", false},
    {"cuModuleLoadData", "module", "module", false},
    {"cuModuleLoadDataEx", "module", "module", false},
    {"cuModuleLoadFatBinary", "module", "module", false},
    {"cuLibraryLoadData", "library", "library", false},
    {"cuLibraryLoadFromFile", "library", "library", false},
    {"cuCtxCreate_v2", "pctx", "context", false},
    {"cuCtxCreate_v3", "pctx", "context", false},
    {"cuCtxCreate_v4", "pctx", "context", false},
    {"cuDevicePrimaryCtxRetain", "pctx", "primary context", false},
    {"cuGraphCreate", "phGraph", "graph", true},
    {"cuStreamEndCapture", "phGraph", "graph", true},
    {"cuGraphInstantiateWithFlags", "phGraphExec", "executable graph", true},
    {"cuGraphInstantiateWithParams", "phGraphExec", "executable graph", true},
    {"cuMemPoolCreate", "pool", "memory pool", true},
    {"cuMemCreate", "handle", "physical memory", true},
    {"cuArrayCreate_v2", "pHandle", "array", true},
    {"cuArray3DCreate_v2", "pHandle", "array", true},
    {"cuMipmappedArrayCreate", "pHandle", "mipmapped array", true},
};

static const struct HandleFreer {
    const char *symbol, *what;
} handle_freers[] = {
    {"cuStreamDestroy_v2", "stream"},
    {"cuEventDestroy_v2", "event"},
    {"cuModuleUnload", "module"},
    {"cuLibraryUnload", "library"},
    {"cuCtxDestroy_v2", "context"},
    {"cuDevicePrimaryCtxRelease_v2", "primary context"},
    {"cuDevicePrimaryCtxReset_v2", "primary context"},
    {"cuGraphDestroy", "graph"},
    {"cuGraphExecDestroy", "executable graph"},
    {"cuMemPoolDestroy", "memory pool"},
    {"cuMemRelease", "physical memory"},
    {"cuArrayDestroy", "array"},
    {"cuMipmappedArrayDestroy", "mipmapped array"},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

bool track_is_device(MemoryKind kind)
{
    return kind != MEMORY_REGISTERED;
}

bool track_is_pinned(MemoryKind kind)
{
    return kind == MEMORY_PINNED || kind == MEMORY_REGISTERED || kind == MEMORY_MANAGED;
}

const char *line_text(uint32_t line, char room[24])
{
    snprintf(room, 24, line ? " (line %u)" : "", line);
    return room;
}

void rule_tell(const RuleInput *input, RunResult *out, const char *rule, uint32_t line,
               uint32_t other, const char *format, ...)
{
    StrBuf text = {0};
    va_list list;
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding *known = &out->findings.data[i];
        if (strcmp(known->rule, rule) == 0 && known->place.line == line &&
            known->other_place.line == other) {
            known->repeats++;
            return;
        }
    }
    va_start(list, format);
    strbuf_format_args(&text, format, list);
    va_end(list);
    Finding finding = {
        .checker = memory_clone_text("host"),
        .rule = memory_clone_text(rule),
        .text = strbuf_take(&text),
        .place = {memory_clone_text(""), memory_clone_text(input->file), line},
        .has_other = other != 0,
        .other_place = {memory_clone_text(""), memory_clone_text(input->file), other},
        .note = host_rule_notes(rule),
    };
    vec_push(&out->findings, finding);
}

Held *track_memory(Track *track, uint64_t address)
{
    Held *freed = NULL;
    for (size_t i = track->memory.size; i > 0; i--) {
        Held *held = &track->memory.data[i - 1];
        if (address < held->address || address - held->address >= held->size ||
            held->kind == MEMORY_RESERVED)
            continue;
        if (held->live)
            return held;
        freed = freed ? freed : held;
    }
    return freed;
}

static uint64_t size_of(const LoggedCall *call, const struct Maker *maker)
{
    int size = maker->size ? call_argument(call, maker->size) : -1;
    int pitch = call_argument(call, "pPitch"), height = call_argument(call, "Height");
    if (size >= 0)
        return call->log.has_out >> size & 1 ? call->log.outs[size] : call->log.words[size];
    if (pitch >= 0 && height >= 0 && call->log.outs[pitch] < UINT32_MAX &&
        call->log.words[height] < UINT32_MAX)
        return call->log.outs[pitch] * call->log.words[height];
    return 0;
}

static void take_memory(Track *track, const LoggedCall *call)
{
    for (size_t i = 0; i < COUNT(makers); i++) {
        int at = call_is(call, makers[i].symbol) ? call_argument(call, makers[i].address) : -1;
        if (at < 0)
            continue;
        bool given = call->log.has_out >> at & 1;
        Held held = {.address = given ? call->log.outs[at] : call->log.words[at],
                     .size = size_of(call, &makers[i]),
                     .kind = makers[i].kind,
                     .line = call->line,
                     .live = true};
        vec_push(&track->memory, held);
    }
}

/* What a free of these kinds means by the address: live before freed, newest first. */
static Held *freed_find(Track *track, unsigned kinds, uint64_t address)
{
    Held *freed = NULL;
    for (size_t i = track->memory.size; i > 0; i--) {
        Held *held = &track->memory.data[i - 1];
        if (held->address != address || !(kinds >> held->kind & 1))
            continue;
        if (held->live)
            return held;
        freed = freed ? freed : held;
    }
    return freed;
}

/* No memory that the call frees begins there: a pointer that was moved, or another one's. */
static void tell_invalid(Track *track, const LoggedCall *call, const struct Freer *freer)
{
    const uint64_t address = call->log.words[0];
    const Held *held = track_memory(track, address);
    char *name = symbol_plain(call->function.symbol);
    char room[24];
    if (!held)
        rule_tell(track->input, track->out, "invalid-free", call->line, 0,
                  "%s of an address that no call has allocated", name);
    else if (freer->kinds >> held->kind & 1)
        rule_tell(track->input, track->out, "invalid-free", call->line, held->line,
                  "%s of an address %llu bytes behind the beginning of the memory allocated%s: "
                  "only the address that the allocation gave can be freed",
                  name, (unsigned long long)(address - held->address), line_text(held->line, room));
    else
        rule_tell(track->input, track->out, "invalid-free", call->line, held->line,
                  "%s of memory%s that it doesn't free; this is %s", name,
                  line_text(held->line, room), freed_by[held->kind]);
    free(name);
}

static void take_free_by(Track *track, const LoggedCall *call, const struct Freer *freer)
{
    char room[24], more[24];
    const uint64_t address = call->log.words[0];
    Held *held = freed_find(track, freer->kinds, address);
    bool failed = call->log.ended && call->log.result != CUDA_SUCCESS;
    if (!held) {
        if (failed && freer->frees && call->log.result == CUDA_ERROR_INVALID_VALUE)
            tell_invalid(track, call, freer);
        return;
    }
    if (!held->live)
        rule_tell(track->input, track->out, "double-free", call->line, held->freed_line,
                  "this memory%s was freed before%s", line_text(held->line, room),
                  line_text(held->freed_line, more));
    if (!held->live || call->log.result != CUDA_SUCCESS)
        return;
    held->live = false;
    held->freed_line = call->line;
}

static void take_free(Track *track, const LoggedCall *call)
{
    for (size_t i = 0; i < COUNT(freers); i++)
        if (call_is(call, freers[i].symbol) && call->log.words[0])
            take_free_by(track, call, &freers[i]);
}

static void take_handle(Track *track, const LoggedCall *call)
{
    for (size_t i = 0; i < COUNT(handle_makers); i++) {
        int at = call_is(call, handle_makers[i].symbol)
                     ? call_argument(call, handle_makers[i].parameter)
                     : -1;
        if (at < 0 || !(call->log.has_out >> at & 1))
            continue;
        Handle handle = {.value = call->log.outs[at],
                         .what = handle_makers[i].what,
                         .lasts = handle_makers[i].lasts,
                         .line = call->line,
                         .live = true};
        vec_push(&track->handles, handle);
    }
}

static Handle *handle_find(Track *track, uint64_t value, const char *what)
{
    for (size_t i = track->handles.size; i > 0; i--) {
        Handle *handle = &track->handles.data[i - 1];
        bool primary = strcmp(what, "primary context") == 0;
        if (strcmp(handle->what, what) == 0 && (primary ? handle->live : handle->value == value))
            return handle;
    }
    return NULL;
}

static void take_handle_free(Track *track, const LoggedCall *call)
{
    for (size_t i = 0; i < COUNT(handle_freers); i++) {
        const char *what = handle_freers[i].what;
        Handle *handle = call_is(call, handle_freers[i].symbol)
                             ? handle_find(track, call->log.words[0], what)
                             : NULL;
        if (!handle)
            continue;
        if (!handle->live)
            rule_tell(track->input, track->out, "double-free", call->line, handle->freed_line,
                      "this %s was destroyed before", what);
        else if (call->log.result == CUDA_SUCCESS) {
            handle->live = false;
            handle->freed_line = call->line;
            track->context_gone |= strstr(what, "context") != NULL;
        }
    }
}

void track_call(Track *track, const LoggedCall *call)
{
    take_free(track, call);
    take_handle_free(track, call);
    if (call->log.result != CUDA_SUCCESS || !call->log.ended)
        return;
    take_memory(track, call);
    take_handle(track, call);
    track->graph_memory |= call_is(call, "cuGraphAddMemAllocNode") ||
                           strncmp(call->function.symbol, "cuGraphAddNode", 14) == 0;
}

void track_free(Track *track)
{
    vec_free(&track->memory);
    vec_free(&track->handles);
    vec_free(&track->pending);
}
