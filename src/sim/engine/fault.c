/* What went wrong, told to a learner: which thread, doing what, where, and what it missed. */
#include "sim/engine/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ptx/place.h"
#include "sim/engine/team.h"

/* The file that a place was written in, code that was inlined there included; none: UINT32_MAX. */
static uint32_t file_of(const PtxInst *inst)
{
    const PtxLoc *loc = inst->loc;
    if (!loc || !loc->line)
        return UINT32_MAX;
    while (loc->inlined)
        loc = loc->inlined;
    return loc->file;
}

static uint32_t own_file(const SimWarp *warp)
{
    const PtxFunction *kernel = warp->run->launch->kernel;
    uint32_t file = UINT32_MAX;
    for (uint32_t i = 0; i < kernel->inst_count && file == UINT32_MAX; i++)
        file = file_of(&kernel->insts[i]);
    return file;
}

/* Functions of headers (compiled with -G, or too large to be inlined) and intrinsics that are
 * functions of their own, without lines: their place is that of the call in the kernel's file. */
static const SimInst *place_of(const SimWarp *warp, const SimInst *inst,
                               const SimFunction **function)
{
    const Frame *frame = warp->top;
    if (!inst || !frame || !frame->parent)
        return inst;
    uint32_t own = own_file(warp);
    if (own == UINT32_MAX || file_of(inst->source) == own)
        return inst;
    for (; frame->parent && frame->back; frame = frame->parent) {
        if (file_of(frame->back->source) == own) {
            *function = frame->parent->function;
            return frame->back;
        }
    }
    return inst;
}

SimSite warp_site(const SimWarp *warp, const SimInst *inst)
{
    const SimFunction *function = warp->top ? warp->top->function : warp->run->kernel;
    const SimInst *place = place_of(warp, inst, &function);
    return (SimSite){warp->run->launch->module->ptx, function->source, place ? place->source : NULL,
                     place != inst ? inst->source : NULL};
}

SimDim warp_thread(const SimWarp *warp, uint32_t lane)
{
    const SimDim *block = &warp->run->launch->block;
    uint32_t linear = warp->index * SIM_LANES + lane;
    return (SimDim){linear % block->x, linear / block->x % block->y, linear / block->x / block->y};
}

/* SimWarpInfo.lanes */
static const void *frame_lanes(const void *frame, uint32_t reg)
{
    const Frame *top = frame;
    const SimFunction *function = top->function;
    return top->slots && reg < function->source->reg_count ? top->slots + function->reg_slots[reg]
                                                           : NULL;
}

/* SimWarpInfo.caller */
static const void *frame_caller(const void *frame, const PtxFunction **function,
                                uint32_t *locals_from)
{
    const Frame *caller = ((const Frame *)frame)->parent;
    if (caller) {
        *function = caller->function->source;
        *locals_from = caller->local_base + caller->function->locals_at;
    }
    return caller;
}

void warp_info(const SimWarp *warp, SimWarpInfo *out)
{
    *out = (SimWarpInfo){.launch = &warp->run->info,
                         .block = warp->block->index,
                         .block_linear = warp->block->linear,
                         .warp = warp->index,
                         .live = warp->live,
                         .active = warp->active,
                         .clock = warp->run->cycles + warp->block->issued,
                         .function = warp->top ? warp->top->function->source : NULL,
                         .lanes = frame_lanes,
                         .frame = warp->top,
                         .caller = frame_caller};
    if (warp->top) {
        const SimFunction *function = warp->top->function;
        out->locals_from = warp->top->local_base + function->locals_at;
        out->locals_to = out->locals_from + (uint32_t)function->source->local_size;
    }
}

void fault_add(FaultLine *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof(line->text) - line->size;
    int wrote = vsnprintf(line->text + line->size, room, format, args);
    va_end(args);
    if (wrote > 0)
        line->size += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

void fault_add_place(FaultLine *line, const SimSite *site)
{
    PtxPlace place = ptx_place(site->module, site->inst);
    if (place.line)
        fault_add(line, " (line %u)", place.line);
    else if (site->inst)
        fault_add(line, " (PTX line %u)", site->inst->pos.line);
}

void fault_add_thread(FaultLine *line, SimDim thread, SimDim block)
{
    fault_add(line, "thread (%u,%u,%u) of block (%u,%u,%u) ", thread.x, thread.y, thread.z, block.x,
              block.y, block.z);
}

SimFinding fault_finding(const SimWarp *warp, const SimInst *inst, uint32_t lane,
                         const FaultText *what)
{
    return (SimFinding){.checker = what->checker ? what->checker : "memory",
                        .rule = what->rule,
                        .site = warp_site(warp, inst),
                        .block = warp->block->index,
                        .thread = warp_thread(warp, lane),
                        .has_other = what->has_other,
                        .other_site = what->other_site,
                        .other_block = warp->block->index,
                        .other_thread = what->other_thread,
                        .address = what->address,
                        .bytes = what->bytes,
                        .space = what->space};
}

void fault_tell(const SimWarp *warp, SimFinding *finding, const FaultLine *line)
{
    const SimFindingSink *sink = &warp->run->launch->findings;
    finding->text = line->text;
    if (sink->found)
        sink->found(sink->state, finding);
}

static void describe(const SimWarp *warp, const SimInst *inst, uint32_t lane, const char *format,
                     va_list args, FaultLine *line)
{
    fault_add_thread(line, warp_thread(warp, lane), warp->block->index);
    int wrote = vsnprintf(line->text + line->size, sizeof(line->text) - line->size, format, args);
    size_t room = sizeof(line->text) - line->size;
    if (wrote > 0)
        line->size += (size_t)wrote < room ? (size_t)wrote : room - 1;
    SimSite site = warp_site(warp, inst);
    fault_add_place(line, &site);
}

const SimInst *warp_fault(SimWarp *warp, const SimInst *inst, uint32_t lane, const FaultText *what,
                          const char *format, ...)
{
    FaultLine line = {0};
    va_list args;
    warp->stop = WARP_FAULT;
    if (!team_order(warp->run))
        return NULL;
    va_start(args, format);
    describe(warp, inst, lane, format, args, &line);
    va_end(args);
    SimFinding finding = fault_finding(warp, inst, lane, what);
    finding.fatal = true;
    fault_tell(warp, &finding, &line);
    warp->run->over = true;
    warp->run->result->status = ENGINE_FAULT;
    warp->run->result->fault = what->fault;
    return NULL;
}

const SimInst *warp_no_memory(SimWarp *warp)
{
    warp->stop = WARP_FAULT;
    if (!team_order(warp->run))
        return NULL;
    warp->run->over = true;
    warp->run->result->status = ENGINE_MEMORY;
    return NULL;
}

/* -- accesses */

/* So many bytes from the nearest allocation an address has nothing to do with it: no index leads
 * there. */
#define FAR_AWAY (INT64_C(1) << 40)

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void add_extent(FaultLine *line, uint64_t address, uint32_t bytes, uint64_t base,
                       uint64_t size)
{
    if (address < base) {
        uint64_t n = base - address;
        fault_add(line, "%llu byte%s before the start of ", (unsigned long long)n, plural(n));
        return;
    }
    uint64_t offset = address - base;
    if (offset < size)
        fault_add(line, "only %llu of its %u bytes lie inside ",
                  (unsigned long long)(size - offset), bytes);
    else if (offset == size)
        fault_add(line, "right behind the end of ");
    else
        fault_add(line, "%llu byte%s past the end of ", (unsigned long long)(offset - size),
                  plural(offset - size));
}

static void add_allocation(FaultLine *line, const SimAlloc *alloc)
{
    if (alloc->name)
        fault_add(line, "variable %s (%llu bytes)", alloc->name, (unsigned long long)alloc->size);
    else
        fault_add(line, "the %llu-byte allocation at 0x%llx", (unsigned long long)alloc->size,
                  (unsigned long long)alloc->address);
}

/* The same in elements, not bytes: "a[5]: a has 5 elements, a[0] to a[4]". `offset`: from its
 * start. */
static void add_element(FaultLine *line, View name, int64_t offset, uint32_t bytes, uint64_t size,
                        uint32_t element)
{
    uint64_t count = size / element;
    int64_t index = offset / (int64_t)element;
    if (offset < 0 && offset % (int64_t)element)
        index--;
    fault_add(line, "%.*s[%lld]", VIEW_ARG(name), (long long)index);
    if (bytes > element)
        fault_add(line, " to %.*s[%lld]", VIEW_ARG(name),
                  (long long)(index + (bytes - 1) / element));
    fault_add(line, ": %.*s has %llu element%s", VIEW_ARG(name), (unsigned long long)count,
              plural(count));
    if (count > 1)
        fault_add(line, ", %.*s[0] to %.*s[%llu]", VIEW_ARG(name), VIEW_ARG(name),
                  (unsigned long long)count - 1);
}

/* In the terms of the one who allocated. */
static void add_labelled(FaultLine *line, uint64_t address, uint32_t bytes, const SimAlloc *alloc)
{
    add_element(line, view_of(alloc->label), (int64_t)(address - alloc->address), bytes,
                alloc->size, alloc->element);
}

bool fault_name_global(const void *memory, uint64_t address, char *out, size_t size)
{
    const SimAlloc *alloc = sim_memory_find(memory, address, 1);
    if (!alloc || !alloc->label[0])
        return false;
    snprintf(out, size, "%s[%llu]", alloc->label,
             (unsigned long long)((address - alloc->address) / alloc->element));
    return true;
}

bool fault_extent(const void *memory, uint64_t address, uint64_t *start, uint64_t *size)
{
    const SimAlloc *alloc = sim_memory_find(memory, address, 1);
    if (!alloc)
        return false;
    *start = alloc->address;
    *size = alloc->size;
    return true;
}

/* Whether the host has memory there. */
static bool is_hosts_own(const SimMemory *memory, uint64_t address)
{
    unsigned char present;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    return address < SIM_WINDOW_SHARED && !sim_memory_reserves(memory, address) &&
           mincore((void *)(uintptr_t)(address & ~(page - 1)), 1, &present) == 0;
}

static void explain_global(const SimWarp *warp, uint64_t address, uint32_t bytes, FaultLine *line)
{
    int64_t distance = 0;
    char who[128] = "";
    if (address < 4096) {
        fault_add(line, "a null pointer%s", address ? " plus a small offset" : "");
        return;
    }
    if (SIM_WINDOW_OF(address) && SIM_WINDOW_OF(address) <= SIM_WINDOW_FUNCTION) {
        static const char *const kinds[] = {"", "in shared memory", "in local memory",
                                            "of a kernel's parameter", "of a function"};
        fault_add(line, "that is an address %s", kinds[SIM_WINDOW_OF(address) >> 48]);
        return;
    }
    const SimAlloc *alloc = sim_memory_nearest(warp->run->launch->memory, address, &distance);
    if ((!alloc || distance) && is_hosts_own(warp->run->launch->memory, address)) {
        fault_add(line, "that is memory of the host's own (malloc(), new, a variable), which a "
                        "kernel does not reach: give it memory of cuMemAlloc(), or managed or "
                        "pinned memory");
        return;
    }
    if (!alloc) {
        fault_add(line, "no device memory is allocated");
        return;
    }
    if (distance == 0 && !alloc->live) {
        sim_deed_describe(&alloc->freed, who, sizeof who);
        fault_add(line, "%llu bytes inside an allocation of %llu bytes that has been freed%s",
                  (unsigned long long)(address - alloc->address), (unsigned long long)alloc->size,
                  who);
        return;
    }
    if (distance == 0 && alloc->read_only) {
        fault_add(line, "the device was given this memory to be read only");
        return;
    }
    if (llabs(distance) >= FAR_AWAY) {
        fault_add(line, "nothing of the device's is anywhere near");
        return;
    }
    add_extent(line, address, bytes, alloc->address, alloc->size);
    add_allocation(line, alloc);
    sim_deed_describe(&alloc->freed, who, sizeof who);
    if (!alloc->live)
        fault_add(line, ", which has been freed%s", who);
}

static const SharedPlace *nearest_shared(const KernelLayout *layout, uint64_t offset)
{
    const SharedPlace *best = NULL;
    for (uint32_t i = 0; i < layout->place_count; i++) {
        const SharedPlace *place = &layout->places[i];
        if (place->offset <= offset && (!best || place->offset >= best->offset))
            best = place;
    }
    return best;
}

void fault_name_shared(const KernelLayout *layout, uint64_t offset, char *out, size_t size)
{
    const SharedPlace *place = nearest_shared(layout, offset);
    if (!place) {
        snprintf(out, size, "byte %llu of shared memory", (unsigned long long)offset);
        return;
    }
    View name = ptx_source_name(place->symbol->name);
    uint32_t element = ptx_type_bytes(place->symbol->type);
    if (element > 1 && place->symbol->is_array)
        snprintf(out, size, "%.*s[%llu]", VIEW_ARG(name),
                 (unsigned long long)((offset - place->offset) / element));
    else if (offset > place->offset)
        snprintf(out, size, "%.*s (byte %llu)", VIEW_ARG(name),
                 (unsigned long long)(offset - place->offset));
    else
        snprintf(out, size, "%.*s", VIEW_ARG(name));
}

/* The array that an access outside of it belongs to, as far as can be told, and its elements' size:
 * the compiler makes bytes of all, so that it is that of what was accessed. NULL: not an array's
 * element. */
static const SharedPlace *shared_array(const SimWarp *warp, const SimInst *inst, uint64_t offset,
                                       uint32_t *element, uint64_t *extent)
{
    const KernelLayout *layout = warp->run->layout;
    const PtxInst *source = inst->source;
    bool before = (int64_t)offset < 0;
    const SharedPlace *place = !before                    ? nearest_shared(layout, offset)
                               : layout->place_count == 1 ? layout->places
                                                          : NULL;
    uint32_t bytes = source && source->type_count ? ptx_type_bytes(source->types[0]) : 0;
    if (!place || !place->symbol->is_array || !bytes)
        return NULL;
    *element = bytes;
    *extent = place->size ? place->size : warp->run->shared_bytes - place->offset;
    bool whole = (offset - place->offset) % bytes == 0 && *extent % bytes == 0;
    bool inside = !before && offset - place->offset < *extent;
    return whole && !inside && *extent ? place : NULL;
}

static void explain_shared(const SimWarp *warp, uint64_t offset, uint32_t bytes, FaultLine *line)
{
    uint64_t size = warp->run->shared_bytes;
    const SharedPlace *place = nearest_shared(warp->run->layout, offset);
    if (size == 0) {
        fault_add(line, "the block has no shared memory: none is declared and the launch asks for "
                        "none");
        return;
    }
    if ((int64_t)offset < 0 || !place) {
        add_extent(line, offset, bytes, 0, size);
        fault_add(line, "the block's %llu bytes of shared memory", (unsigned long long)size);
        return;
    }
    uint64_t extent = place->size ? place->size : size - place->offset;
    add_extent(line, offset, bytes, place->offset, extent);
    fault_add(line, "shared variable %.*s (%llu bytes)",
              VIEW_ARG(ptx_source_name(place->symbol->name)), (unsigned long long)extent);
}

static const char *space_word(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_SHARED:
        return " of shared memory";
    case PTX_SPACE_LOCAL:
        return " of local memory";
    case PTX_SPACE_PARAM:
        return " of the kernel's parameters";
    case PTX_SPACE_CONST:
        return " of constant memory";
    default:
        return "";
    }
}

/* Observers may know how the address came about: returns one in the allocation that was meant, or
 * 0. */
static uint64_t tell_fault(const SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                           uint64_t address, uint32_t bytes)
{
    const EngineLaunch *launch = warp->run->launch;
    uint64_t addresses[SIM_LANES] = {0};
    SimWarpInfo info;
    warp_info(warp, &info);
    addresses[lane] = address;
    SimAccess access = {.site = warp_site(warp, inst),
                        .inst = inst->source,
                        .space = space,
                        .bytes = bytes,
                        .mask = UINT32_C(1) << lane,
                        .address = addresses};
    uint64_t meant = 0;
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->fault)
            meant |= launch->observers[i]->fault(launch->observers[i]->self, &info, &access);
    return meant;
}

/* The allocation that has a name to be told: the one that was meant, or else the nearest. */
static const SimAlloc *labelled_for(const SimMemory *memory, uint64_t address, uint64_t meant)
{
    int64_t distance = 0;
    const SimAlloc *alloc = meant ? sim_memory_find(memory, meant, 1) : NULL;
    if (alloc)
        distance = (int64_t)(address - alloc->address);
    else
        alloc = sim_memory_nearest(memory, address, &distance);
    return alloc && alloc->live && alloc->label[0] && llabs(distance) < FAR_AWAY ? alloc : NULL;
}

const SimInst *fault_access(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                            uint64_t address, uint32_t bytes, const char *verb, bool remote)
{
    FaultText what = {.fault = remote ? ENGINE_FAULT_LAUNCH : ENGINE_FAULT_ADDRESS,
                      .rule = "out-of-bounds",
                      .address = address,
                      .bytes = bytes,
                      .space = space};
    FaultLine why = {0};
    int64_t distance = 0;
    uint64_t meant = tell_fault(warp, inst, lane, space, address, bytes);
    const SimAlloc *labelled = space == PTX_SPACE_GLOBAL && address >= 4096
                                   ? labelled_for(warp->run->launch->memory, address, meant)
                                   : NULL;
    const SimAlloc *near = space == PTX_SPACE_GLOBAL && address >= 4096
                               ? sim_memory_nearest(warp->run->launch->memory, address, &distance)
                               : NULL;
    if (labelled) {
        add_labelled(&why, address, bytes, labelled);
        return warp_fault(warp, inst, lane, &what, "%s out of bounds: %s", verb, why.text);
    }
    uint32_t element;
    uint64_t extent;
    const SharedPlace *array =
        space == PTX_SPACE_SHARED ? shared_array(warp, inst, address, &element, &extent) : NULL;
    if (array) {
        add_element(&why, ptx_source_name(array->symbol->name), (int64_t)(address - array->offset),
                    bytes, extent, element);
        return warp_fault(warp, inst, lane, &what, "%s shared memory out of bounds: %s", verb,
                          why.text);
    }
    if (space == PTX_SPACE_SHARED)
        explain_shared(warp, address, bytes, &why);
    else if (space == PTX_SPACE_LOCAL)
        fault_add(&why, "the thread has %u bytes there", warp->top->local_top);
    else if (space == PTX_SPACE_PARAM)
        fault_add(&why, "there are %llu bytes of them",
                  (unsigned long long)warp->run->launch->kernel->param_size);
    else
        explain_global(warp, address, bytes, &why);
    const char *how = "out of bounds";
    if (strstr(why.text, "that is ")) {
        what.rule = "wrong-space";
        how = "with the wrong kind of pointer";
    } else if (strstr(why.text, "freed")) {
        what.rule = "use-after-free";
        how = "after a free";
    } else if (near && near->live && near->read_only && !distance) {
        what.rule = "read-only";
        how = "of read-only memory";
    }
    return warp_fault(warp, inst, lane, &what, "%s %u byte%s%s %s, at 0x%llx: %s", verb, bytes,
                      plural(bytes), space_word(space), how, (unsigned long long)address, why.text);
}

static bool padding_is_told(Run *run, const SimInst *inst)
{
    Told *told = run->told;
    for (uint32_t i = 0; i < told->padding_count; i++)
        if (told->padding[i] == inst->source)
            return true;
    if (told->padding_count < RUN_DIVERGENT)
        told->padding[told->padding_count++] = inst->source;
    return false;
}

void fault_padding(SimWarp *warp, const SimInst *inst, uint32_t lane, const SimAlloc *alloc,
                   uint64_t address, uint32_t bytes, const char *verb)
{
    FaultText what = {
        .rule = "out-of-bounds", .address = address, .bytes = bytes, .space = PTX_SPACE_GLOBAL};
    FaultLine line = {0};
    if (!team_order(warp->run))
        return;
    SimFinding finding = fault_finding(warp, inst, lane, &what);
    const SimFindingSink *sink = &warp->run->launch->findings;
    if (padding_is_told(warp->run, inst)) {
        if (sink->found)
            sink->found(sink->state, &finding);
        return;
    }
    fault_add_thread(&line, finding.thread, finding.block);
    fault_add(&line, "%s ", verb);
    if (alloc->label[0]) {
        fault_add(&line, "out of bounds: ");
        add_labelled(&line, address, bytes, alloc);
    } else {
        fault_add(&line, "%u byte%s out of bounds, at 0x%llx: ", bytes, plural(bytes),
                  (unsigned long long)address);
        add_extent(&line, address, bytes, alloc->address, alloc->size);
        add_allocation(&line, alloc);
    }
    fault_add_place(&line, &finding.site);
    fault_tell(warp, &finding, &line);
}

const SimInst *fault_exited(SimWarp *warp, const SimInst *inst, uint32_t lane, const Block *owner,
                            uint64_t address, uint32_t bytes, const char *verb)
{
    FaultText what = {.fault = ENGINE_FAULT_LAUNCH,
                      .rule = "block-has-exited",
                      .address = address,
                      .bytes = bytes,
                      .space = PTX_SPACE_SHARED};
    return warp_fault(warp, inst, lane, &what,
                      "%s shared memory of block (%u,%u,%u) of its cluster, which has ended: a "
                      "cluster barrier before the end must keep it until others are done with it",
                      verb, owner->index.x, owner->index.y, owner->index.z);
}

/* " (in[5])", " (byte 12 of variable table)"; nothing where the place has no name. */
static void add_name(FaultLine *line, const SimWarp *warp, PtxSpace space, uint64_t address)
{
    const SimAlloc *alloc = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONST
                                ? sim_memory_find(warp->run->launch->memory, address, 1)
                                : NULL;
    const SharedPlace *place =
        space == PTX_SPACE_SHARED ? nearest_shared(warp->run->layout, address) : NULL;
    char name[160];
    if (alloc && fault_name_global(warp->run->launch->memory, address, name, sizeof name))
        fault_add(line, " (%s)", name);
    else if (alloc && alloc->name)
        fault_add(line, " (byte %llu of %s)", (unsigned long long)(address - alloc->address),
                  alloc->name);
    else if (place)
        fault_add(line, " (byte %llu of %.*s)", (unsigned long long)(address - place->offset),
                  VIEW_ARG(ptx_source_name(place->symbol->name)));
}

const SimInst *fault_misaligned(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                                uint64_t address, uint32_t bytes, uint32_t align, const char *verb)
{
    FaultText what = {.fault = ENGINE_FAULT_MISALIGNED,
                      .rule = "misaligned",
                      .address = address,
                      .bytes = bytes,
                      .space = space};
    FaultLine name = {0};
    add_name(&name, warp, space, address);
    return warp_fault(warp, inst, lane, &what,
                      "%s %u bytes%s at 0x%llx%s, which is not a multiple of %u but %u past one",
                      verb, bytes, space_word(space), (unsigned long long)address, name.text, align,
                      (uint32_t)(address % align));
}
