/* Handles: known by their addresses; those that were destroyed lately are told of when they are
 * used again. */
#include <stdio.h>
#include <string.h>

#include "sim/api/call_site.h"
#include "sim/api/findings.h"
#include "sim/api/state.h"

enum { GONE = 256 };

typedef struct Gone {
    const void *handle;
    HandleKind kind;
    CallSite by; /* the call that destroyed it */
} Gone;

typedef struct GoneLately {
    Gone ring[GONE];
    unsigned next;
} GoneLately;

static GoneLately *gone_lately(void)
{
    static GoneLately the_gone;
    return &the_gone;
}

/* "a stream"; NULL: of a kind that goes with others, or of which nothing is told. */
static const char *kind_name(HandleKind kind)
{
    switch (kind) {
    case HANDLE_STREAM:
        return "a stream";
    case HANDLE_EVENT:
        return "an event";
    case HANDLE_MODULE:
        return "a module";
    case HANDLE_LIBRARY:
        return "a library";
    case HANDLE_POOL:
        return "a memory pool";
    case HANDLE_GRAPH:
        return "a graph";
    case HANDLE_GRAPH_EXEC:
        return "an executable graph";
    case HANDLE_ARRAY:
        return "an array";
    case HANDLE_MIPMAPPED_ARRAY:
        return "a mipmapped array";
    default:
        return NULL;
    }
}

static HandleKind kind_of(const void *handle)
{
    return (HandleKind)(uintptr_t)table_get(&library()->handles, (uint64_t)(uintptr_t)handle);
}

/* What goes with its context is none that the program has destroyed. */
static bool is_own_deed(const CallSite *site)
{
    return site->name && strncmp(site->name, "cuCtx", 5) != 0 &&
           strncmp(site->name, "cuDevicePrimaryCtx", 18) != 0;
}

bool handle_add(const void *handle, HandleKind kind)
{
    return table_put(&library()->handles, (uint64_t)(uintptr_t)handle, (void *)(uintptr_t)kind);
}

void handle_remove(const void *handle)
{
    HandleKind kind = kind_of(handle);
    GoneLately *gone = gone_lately();
    table_take(&library()->handles, (uint64_t)(uintptr_t)handle);
    if (!kind_name(kind))
        return;
    gone->ring[gone->next++ % GONE] = (Gone){handle, kind, call_site()};
}

bool handle_is(const void *handle, HandleKind kind)
{
    return kind_of(handle) == kind;
}

/* The newest of that address; NULL: it is another one's now, or nothing is known. */
static const Gone *gone_find(const void *handle, HandleKind kind)
{
    const GoneLately *gone = gone_lately();
    unsigned kept = gone->next < GONE ? gone->next : GONE;
    for (unsigned i = 1; handle && !kind_of(handle) && i <= kept; i++) {
        const Gone *one = &gone->ring[(gone->next - i) % GONE];
        if (one->handle == handle)
            return one->kind == kind && is_own_deed(&one->by) ? one : NULL;
    }
    return NULL;
}

static void tell(const Gone *gone)
{
    char text[900];
    const CallSite site = call_site();
    const char *call = site.name ? site.name : "A call";
    bool again = strstr(call, "Destroy") || strstr(call, "Unload");
    snprintf(text, sizeof text, "%s() of %s that has been destroyed%s by %s.", call,
             kind_name(gone->kind), again ? " before" : "", call_site_text(&gone->by));
    findings_tell_host(&(SimFinding){.checker = "memory",
                                     .rule = again ? "double-free" : "use-after-free",
                                     .address = (uint64_t)(uintptr_t)gone->handle,
                                     .text = text});
}

bool handle_check(const void *handle, HandleKind kind)
{
    const Gone *gone = handle_is(handle, kind) ? NULL : gone_find(handle, kind);
    if (gone)
        tell(gone);
    return handle_is(handle, kind);
}
