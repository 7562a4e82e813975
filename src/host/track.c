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
};

static const struct Freer {
    const char *symbol;
    bool device, host;
} freers[] = {
    {"cuMemFree_v2", true, false},
    {"cuMemFreeAsync", true, false},
    {"cuMemFreeHost", false, true},
    {"cuMemHostUnregister", false, true},
};

/* Handles: the parameter that gives one, and what is said of it. */
static const struct HandleMaker {
    const char *symbol, *parameter, *what;
} handle_makers[] = {
    {"cuStreamCreate", "phStream", "stream"},
    {"cuStreamCreateWithPriority", "phStream", "stream"},
    {"cuEventCreate", "phEvent", "event"},
    {"cuModuleLoad", "module", "module"},
    {"cuModuleLoadData", "module", "module"},
    {"cuModuleLoadDataEx", "module", "module"},
    {"cuModuleLoadFatBinary", "module", "module"},
    {"cuLibraryLoadData", "library", "library"},
    {"cuLibraryLoadFromFile", "library", "library"},
    {"cuCtxCreate_v2", "pctx", "context"},
    {"cuCtxCreate_v3", "pctx", "context"},
    {"cuCtxCreate_v4", "pctx", "context"},
    {"cuDevicePrimaryCtxRetain", "pctx", "primary context"},
    {"cuGraphCreate", "phGraph", "graph"},
    {"cuStreamEndCapture", "phGraph", "graph"},
    {"cuGraphInstantiateWithFlags", "phGraphExec", "executable graph"},
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
        if (address < held->address || address - held->address >= held->size)
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

static void take_free(Track *track, const LoggedCall *call)
{
    char room[24], more[24];
    for (size_t i = 0; i < COUNT(freers); i++) {
        uint64_t address = call->log.words[0];
        Held *held =
            call_is(call, freers[i].symbol) && address ? track_memory(track, address) : NULL;
        if (!held)
            continue;
        if (!held->live && held->address == address)
            rule_tell(track->input, track->out, "double-free", call->line, held->freed_line,
                      "this memory%s was freed before%s", line_text(held->line, room),
                      line_text(held->freed_line, more));
        if (!held->live || call->log.result != CUDA_SUCCESS)
            continue;
        held->live = false;
        held->freed_line = call->line;
    }
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
}

void track_free(Track *track)
{
    vec_free(&track->memory);
    vec_free(&track->handles);
    vec_free(&track->pending);
}
