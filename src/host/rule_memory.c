/* Memory and handles: used after they were freed, and never freed. */
#include <stdlib.h>
#include <string.h>

#include "host/decode.h"
#include "host/operation.h"
#include "host/track.h"

static bool frees(const LoggedCall *call)
{
    return strncmp(call->function.symbol, "cuMemFree", 9) == 0 ||
           strstr(call->function.symbol, "Destroy") || strstr(call->function.symbol, "Unload") ||
           strstr(call->function.symbol, "Unregister") || call_is(call, "cuMemAddressFree") ||
           call_is(call, "cuMemRelease") || call_is(call, "cuMemMap") ||
           call_is(call, "cuMemUnmap");
}

static void freed_tell(Track *track, const LoggedCall *call, const Held *held, const char *what)
{
    char room[24], more[24];
    char *name = symbol_plain(call->function.symbol);
    rule_tell(track->input, track->out, "use-after-free", call->line, held->freed_line,
              "%s uses memory%s that was freed before%s%s", name, line_text(held->line, room),
              line_text(held->freed_line, more), what);
    free(name);
}

static void check_address(Track *track, const LoggedCall *call, uint64_t address, const char *what)
{
    const Held *held = address ? track_memory(track, address) : NULL;
    if (held && !held->live && held->kind != MEMORY_REGISTERED)
        freed_tell(track, call, held, what);
}

static void check_handle(Track *track, const LoggedCall *call, uint64_t value)
{
    for (size_t i = track->handles.size; value > 2 && i > 0; i--) {
        const Handle *handle = &track->handles.data[i - 1];
        if (handle->value != value)
            continue;
        if (!handle->live && strstr(handle->what, "context") == NULL)
            rule_tell(track->input, track->out, "use-after-free", call->line, handle->freed_line,
                      "this %s was destroyed before", handle->what);
        return;
    }
}

void rule_addresses(Track *track, const LoggedCall *call)
{
    LogParameter parameters[LOG_PARAMETERS];
    size_t count = call_parameters(call, parameters);
    if (frees(call))
        return;
    for (size_t i = 0; i < call->function.count; i++) {
        ParameterKind kind = call->function.parameters[i].kind;
        if (kind == PARAMETER_ADDRESS)
            check_address(track, call, call->log.words[i], "");
        else if (kind == PARAMETER_STREAM || kind == PARAMETER_HANDLE)
            check_handle(track, call, call->log.words[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (parameters[i].size == 8)
            check_address(track, call, parameters[i].value, ", in an argument of the kernel");
}

static bool ended_well(const Track *track)
{
    const HostRun *host = track->input->host;
    return host->end == HOST_ENDED && host->status == 0 && host->calls_lost == 0;
}

static const char *memory_name(MemoryKind kind)
{
    static const char *const names[] = {
        [MEMORY_DEVICE] = "device memory",         [MEMORY_PINNED] = "pinned host memory",
        [MEMORY_REGISTERED] = "memory registered", [MEMORY_MANAGED] = "managed memory",
        [MEMORY_GLOBAL] = "a module's variable",   [MEMORY_RESERVED] = "addresses reserved",
        [MEMORY_MAPPED] = "memory mapped",
    };
    return names[kind];
}

void rule_leaks(Track *track)
{
    if (!ended_well(track))
        return;
    for (size_t i = 0; i < track->memory.size; i++) {
        const Held *held = &track->memory.data[i];
        if (held->live && held->kind != MEMORY_GLOBAL)
            rule_tell(track->input, track->out, "leak", held->line, 0,
                      held->kind == MEMORY_REGISTERED
                          ? "%llu bytes of %s here are never unregistered"
                      : held->kind == MEMORY_MAPPED   ? "%llu bytes of %s here are never unmapped"
                      : held->kind == MEMORY_RESERVED ? "%llu bytes of %s here are never given back"
                                                      : "%llu bytes of %s allocated here are never "
                                                        "freed",
                      (unsigned long long)held->size, memory_name(held->kind));
    }
    for (size_t i = 0; i < track->handles.size; i++) {
        const Handle *handle = &track->handles.data[i];
        bool context = strstr(handle->what, "context") != NULL;
        if (handle->live && (context || handle->lasts || !track->context_gone))
            rule_tell(track->input, track->out, "leak", handle->line, 0,
                      "the %s made here is never %s", handle->what,
                      strcmp(handle->what, "primary context") == 0 ||
                              strcmp(handle->what, "physical memory") == 0
                          ? "released"
                      : strcmp(handle->what, "module") == 0 || strcmp(handle->what, "library") == 0
                          ? "unloaded"
                          : "destroyed");
    }
}
