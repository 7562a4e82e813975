/* Functions that the device itself brings: vprintf, malloc, free, __assertfail,
 * cudaGraphSetConditional. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "sim/engine/access.h"
#include "sim/engine/call.h"
#include "sim/engine/device_runtime.h"
#include "sim/engine/fault.h"
#include "sim/engine/tree.h"

typedef struct Reader {
    SimWarp *warp;
    uint32_t lane;
} Reader;

static bool read_for(void *state, uint64_t address, void *out, uint32_t bytes)
{
    const Reader *reader = state;
    return access_read(reader->warp, reader->lane, address, out, bytes);
}

static uint64_t arg(SimWarp *warp, const CallForm *form, uint32_t lane, uint32_t index)
{
    return index < form->arg_count ? call_value_read(warp, lane, &form->args[index]) : 0;
}

static void give(SimWarp *warp, const CallForm *form, uint32_t lane, uint64_t value)
{
    if (form->result_count)
        call_value_write(warp, lane, &form->results[0], value);
}

static int print_one(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t format,
                     uint64_t args)
{
    Run *run = warp->run;
    const EngineLaunch *launch = run->launch;
    Reader reader = {warp, lane};
    FormatSource source = {.state = &reader, .read = read_for, .poisoned = true};
    FormatText text = {0};
    bool malformed;
    int used = format_print(&source, format, args, &text, &malformed);
    if (launch->print_limit && run->tree->prints >= launch->print_limit) {
        run->result->prints_lost++;
    } else {
        run->tree->prints++;
        EnginePrint print = {.launch = launch->id,
                             .block = warp->block->index,
                             .thread = warp_thread(warp, lane),
                             .site = warp_site(warp, inst),
                             .text = text.data ? text.data : "",
                             .size = text.size,
                             .malformed = malformed || text.cut};
        if (launch->print)
            launch->print(launch->print_state, &print);
    }
    free(text.data);
    return used;
}

static const SimInst *do_vprintf(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                 const CallForm *form)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        int used = print_one(warp, inst, lane, arg(warp, form, lane, 0), arg(warp, form, lane, 1));
        give(warp, form, lane, (uint32_t)used);
    }
    const EngineLaunch *launch = warp->run->launch;
    if (!launch->stop || !atomic_load_explicit(launch->stop, memory_order_relaxed))
        return inst + 1;
    warp->stop = WARP_PAUSE; /* printing is slow: who asks to stop isn't kept waiting */
    warp->next = inst + 1;
    return NULL;
}

/* The heap is memory like any other to those who watch. */
static void tell_heap(const Run *run, bool allocated, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; run->observed && i < run->launch->observer_count; i++) {
        const SimObserver *observer = run->launch->observers[i];
        void (*event)(void *, uint64_t, uint64_t) =
            allocated ? observer->allocated : observer->freed;
        if (event)
            event(observer->self, address, size);
    }
}

static void tell_given_back(const SimWarp *warp, const SimInst *inst, uint32_t lane,
                            uint64_t address, uint64_t size)
{
    const Run *run = warp->run;
    SimSite site = warp_site(warp, inst);
    SimWarpInfo info;
    warp_info(warp, &info);
    for (uint32_t i = 0; run->observed && i < run->launch->observer_count; i++)
        if (run->launch->observers[i]->given_back)
            run->launch->observers[i]->given_back(run->launch->observers[i]->self, &info, &site,
                                                  lane, address, size);
}

static SimDeed deed_of(const SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    SimSite site = warp_site(warp, inst);
    return (SimDeed){.known = true,
                     .launch = warp->run->launch->id,
                     .line = site.inst && site.inst->loc ? site.inst->loc->line : 0,
                     .block = warp->block->index,
                     .thread = warp_thread(warp, lane)};
}

uint64_t device_heap_take(SimWarp *warp, uint64_t size)
{
    uint64_t at =
        size ? sim_memory_alloc(warp->run->launch->memory, size, 16, SIM_ALLOC_HEAP, 0, NULL) : 0;
    if (at)
        tell_heap(warp->run, true, at, size);
    return at;
}

static const SimInst *do_malloc(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                const CallForm *form)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t at = device_heap_take(warp, arg(warp, form, lane, 0));
        SimDeed deed = deed_of(warp, inst, lane);
        SimSite site = warp_site(warp, inst);
        if (at)
            sim_memory_made_by(warp->run->launch->memory, at, &deed, &site);
        give(warp, form, lane, at);
    }
    return inst + 1;
}

static bool is_heap(const SimWarp *warp, uint64_t address)
{
    const SimAlloc *alloc = sim_memory_find(warp->run->launch->memory, address, 0);
    return alloc && alloc->kind == SIM_ALLOC_HEAP && alloc->address == address;
}

bool device_heap_give_back(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t address)
{
    SimMemory *memory = warp->run->launch->memory;
    if (!is_heap(warp, address)) {
        int64_t distance = 1;
        const SimAlloc *alloc = sim_memory_nearest(memory, address, &distance);
        bool again = alloc && !alloc->live && alloc->address == address;
        char who[SIM_DEED_TEXT] = "";
        if (again)
            sim_deed_describe(&alloc->freed, who, sizeof who);
        FaultText what = {.fault = ENGINE_FAULT_LAUNCH,
                          .rule = again ? "double-free" : "invalid-free",
                          .address = address};
        warp_fault(warp, inst, lane, &what, "frees 0x%llx, %s%s", (unsigned long long)address,
                   again ? "which has been freed before"
                         : "which malloc() in a kernel did not return",
                   who);
        return false;
    }
    uint64_t size = sim_memory_find(memory, address, 0)->size;
    SimDeed deed = deed_of(warp, inst, lane);
    tell_given_back(warp, inst, lane, address, size);
    sim_memory_freed_by(memory, address, &deed);
    sim_memory_release(memory, address);
    tell_heap(warp->run, false, address, size);
    memset(warp->run->caches, 0, sizeof(warp->run->caches));
    return true;
}

static const SimInst *do_free(SimWarp *warp, const SimInst *inst, uint32_t mask,
                              const CallForm *form)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t address = arg(warp, form, lane, 0);
        if (address && !device_heap_give_back(warp, inst, lane, address))
            return NULL;
    }
    return inst + 1;
}

static void read_text(SimWarp *warp, uint32_t lane, uint64_t address, char *out, size_t size)
{
    size_t i = 0;
    for (; i + 1 < size; i++)
        if (!access_read(warp, lane, address + i, &out[i], 1) || !out[i])
            break;
    out[i] = 0;
}

/* __assertfail(message, file, line, function, character size), told as the driver tells it. */
static const SimInst *do_assert(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                const CallForm *form)
{
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    char message[256], file[256], function[256];
    read_text(warp, lane, arg(warp, form, lane, 0), message, sizeof(message));
    read_text(warp, lane, arg(warp, form, lane, 1), file, sizeof(file));
    read_text(warp, lane, arg(warp, form, lane, 3), function, sizeof(function));
    FaultText what = {.fault = ENGINE_FAULT_ASSERT, .rule = "assert", .checker = "execution"};
    SimDim block = warp->block->index, thread = warp_thread(warp, lane);
    return warp_fault(warp, inst, lane, &what,
                      "fails an assertion: %s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "
                      "Assertion `%s` failed.",
                      file, (unsigned)arg(warp, form, lane, 2), function, block.x, block.y, block.z,
                      thread.x, thread.y, thread.z, message);
}

/* cudaGraphSetConditional(handle, value): the handle is the address of the value. */
static const SimInst *do_set_conditional(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                         const CallForm *form)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t handle = arg(warp, form, lane, 0);
        uint32_t value = (uint32_t)arg(warp, form, lane, 1);
        const SimAlloc *alloc = sim_memory_find(warp->run->launch->memory, handle, sizeof value);
        if (!alloc || alloc->read_only || handle % sizeof value)
            return fault_access(warp, inst, lane, PTX_SPACE_GLOBAL, handle, sizeof value,
                                "sets a condition of", false);
        __atomic_store_n((uint32_t *)(uintptr_t)handle, value, __ATOMIC_RELAXED);
    }
    return inst + 1;
}

static const struct {
    const char *name;
    External run;
} externals[] = {{"vprintf", do_vprintf},
                 {"malloc", do_malloc},
                 {"free", do_free},
                 {"__assertfail", do_assert},
                 {"cudaGraphSetConditional", do_set_conditional}};

External external_find(View name)
{
    for (size_t i = 0; i < sizeof(externals) / sizeof(*externals); i++)
        if (view_equal_text(name, externals[i].name))
            return externals[i].run;
    return device_runtime_find(name);
}
