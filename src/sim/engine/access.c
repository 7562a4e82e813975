/* Memory accesses lane by lane: generic addresses resolved, bounds checked, faults told. */
#include "sim/engine/access.h"

#include <string.h>

#include "sim/engine/cluster.h"
#include "sim/engine/fault.h"
#include "sim/engine/team.h"

void access_addresses(const SimWarp *warp, const SimInst *inst, const AccessForm *form,
                      uint64_t address[SIM_LANES])
{
    uint64_t add = (uint64_t)inst->imm;
    if (form->in_frame)
        add += warp->top->local_base;
    if (form->base_bytes == 8) {
        const uint64_t *base = SIM_LANE(uint64_t, warp, inst->a);
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            address[lane] = base[lane] + add;
    } else if (form->base_bytes == 4) {
        const uint32_t *base = SIM_LANE(uint32_t, warp, inst->a);
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            address[lane] = (uint64_t)(int64_t)(int32_t)(base[lane] + (uint32_t)add);
    } else {
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            address[lane] = add;
    }
}

const char *access_verb(const AccessForm *form)
{
    switch (form->kind) {
    case SIM_ACCESS_LOAD:
        return "reads";
    case SIM_ACCESS_STORE:
        return "writes";
    default:
        return "atomically updates";
    }
}

bool access_cache(SimWarp *warp, MemoryCache *cache, uint64_t address, uint64_t bytes)
{
    const SimAlloc *alloc = sim_memory_find(warp->run->launch->memory, address, bytes);
    if (!alloc || alloc->read_only)
        return false; /* the lanes' fast paths don't look at what may be written */
    *cache = (MemoryCache){alloc->address, alloc->size};
    return true;
}

static PtxSpace resolve(PtxSpace space, uint64_t *address)
{
    switch (space) {
    case PTX_SPACE_GENERIC:
        break;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
        return PTX_SPACE_SHARED;
    case PTX_SPACE_LOCAL:
        return PTX_SPACE_LOCAL;
    case PTX_SPACE_PARAM:
    case PTX_SPACE_PARAM_ENTRY:
        return PTX_SPACE_PARAM;
    case PTX_SPACE_CONST:
        return PTX_SPACE_CONST;
    default:
        return PTX_SPACE_GLOBAL;
    }
    uint64_t window = SIM_WINDOW_OF(*address);
    PtxSpace reached = window == SIM_WINDOW_SHARED  ? PTX_SPACE_SHARED
                       : window == SIM_WINDOW_LOCAL ? PTX_SPACE_LOCAL
                       : window == SIM_WINDOW_PARAM ? PTX_SPACE_PARAM
                                                    : PTX_SPACE_GLOBAL;
    if (reached != PTX_SPACE_GLOBAL)
        *address = SIM_WINDOW_OFFSET(*address);
    return reached;
}

static bool inside(uint64_t offset, uint64_t bytes, uint64_t size)
{
    return offset <= size && bytes <= size - offset;
}

/* The block whose shared memory a lane reaches; its offset there replaces the address. NULL: there
 * is none. */
static const Block *shared_owner(const SimWarp *warp, bool cluster, uint64_t *address)
{
    const Cluster *all = warp->block->cluster;
    uint64_t rank = CLUSTER_RANK(*address);
    if (!cluster || rank == warp->block->rank || rank >= all->size) {
        *address -= warp->shared_base;
        return warp->block;
    }
    *address = CLUSTER_OFFSET(*address);
    return all->blocks[rank];
}

/* Whether it would be shared memory of another block of the cluster, were there any: what goes
 * wrong there a device knows no more of than that the launch failed. */
static bool is_remote(const SimWarp *warp, const AccessForm *form, uint64_t address)
{
    return warp->block->cluster->size > 1 && form->cluster &&
           resolve(form->space, &address) == PTX_SPACE_SHARED &&
           CLUSTER_RANK(address) != warp->block->rank;
}

/* NULL: not wholly inside of the block's shared memory. */
static unsigned char *shared_at(const Block *owner, uint64_t offset, uint64_t bytes)
{
    uint64_t reserved = offset - SHARED_RESERVED_AT;
    if (inside(offset, bytes, owner->run->shared_bytes))
        return owner->shared + offset;
    return inside(reserved, bytes, SHARED_RESERVED_BYTES)
               ? (unsigned char *)owner->reserved + reserved
               : NULL;
}

/* Where a program reads some elements of 16 aligned bytes of shared memory, NVVM makes it one
 * vector load of all: what lies behind the end of the block's memory isn't the program's doing.
 * Blocks have theirs in units of 1024 bytes, here as on a device (128 there), so that the bytes
 * exist. */
static bool is_widened(const AccessForm *form)
{
    return form->kind == SIM_ACCESS_LOAD && form->count > 1;
}

static unsigned char *reach_shared(SimWarp *warp, const AccessForm *form, Access *access,
                                   uint32_t lane)
{
    const Block *owner = shared_owner(warp, form->cluster, &access->address[lane]);
    uint64_t offset = access->address[lane];
    access->rank[lane] = (uint8_t)owner->rank;
    if (owner->live && is_widened(form) && offset < owner->run->shared_bytes)
        return owner->shared + offset;
    return owner->live ? shared_at(owner, offset, form->bytes) : NULL;
}

static unsigned char *reach_global(SimWarp *warp, const SimInst *inst, const AccessForm *form,
                                   uint64_t address, uint32_t lane)
{
    const EngineLaunch *launch = warp->run->launch;
    const SimAlloc *alloc = sim_memory_find(launch->memory, address, form->bytes), *padded = NULL;
    if (!alloc && launch->tolerant)
        alloc = padded = sim_memory_find_padded(launch->memory, address, form->bytes);
    if (!alloc || (alloc->read_only && form->kind != SIM_ACCESS_LOAD))
        return NULL;
    if (padded)
        fault_padding(warp, inst, lane, padded, address, form->bytes, access_verb(form));
    return (unsigned char *)(uintptr_t)address;
}

/* The host address of one lane's access; NULL: out of bounds. */
static unsigned char *reach_lane(SimWarp *warp, const SimInst *inst, const AccessForm *form,
                                 Access *access, uint32_t lane)
{
    const uint32_t bytes = form->bytes;
    const bool store = form->kind == SIM_ACCESS_STORE;
    uint64_t address = access->address[lane];
    switch (access->space[lane]) {
    case PTX_SPACE_SHARED:
        return reach_shared(warp, form, access, lane);
    case PTX_SPACE_LOCAL:
        access->local |= UINT32_C(1) << lane;
        if (!inside(address, bytes, warp->top->local_top))
            return NULL;
        if (!store && !local_read(warp, lane, address, access->raw[lane], bytes))
            return NULL;
        return access->raw[lane];
    case PTX_SPACE_PARAM:
        return inside(address, bytes, warp->run->launch->kernel->param_size) && !store
                   ? warp->run->params + address
                   : NULL;
    default:
        return reach_global(warp, inst, form, address, lane);
    }
}

/* Lanes that reach global memory go through the draft of a span that runs ahead. */
static bool reach_in_team(SimWarp *warp, const AccessForm *form, Access *access)
{
    uint32_t global = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        PtxSpace space = access->space[lane];
        global |= (uint32_t)(space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONST) << lane;
    }
    bool load = form->kind == SIM_ACCESS_LOAD;
    bool ordered = load ? form->order != SIM_ORDER_WEAK : form->kind != SIM_ACCESS_STORE;
    if (!global)
        return true;
    if (ordered && !team_order(warp->run))
        return false;
    return team_reach_any(warp, global, access->address, form->bytes, !load, access->at);
}

bool access_reach(SimWarp *warp, const SimInst *inst, const AccessForm *form, uint32_t mask,
                  const uint64_t address[SIM_LANES], Access *access)
{
    access->mask = mask;
    access->local = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        access->address[lane] = address[lane];
        access->space[lane] = resolve(form->space, &access->address[lane]);
        access->rank[lane] = (uint8_t)warp->block->rank;
        if (access->address[lane] & (form->bytes - 1)) {
            fault_misaligned(warp, inst, lane, access->space[lane], access->address[lane],
                             form->bytes, form->bytes, access_verb(form));
            return false;
        }
        access->at[lane] = reach_lane(warp, inst, form, access, lane);
        if (!access->at[lane]) {
            const Block *owner = warp->block->cluster->blocks[access->rank[lane]];
            if (access->space[lane] == PTX_SPACE_SHARED && !owner->live) {
                fault_exited(warp, inst, lane, owner, access->address[lane], form->bytes,
                             access_verb(form));
                return false;
            }
            fault_access(warp, inst, lane, access->space[lane], access->address[lane], form->bytes,
                         access_verb(form), is_remote(warp, form, address[lane]));
            return false;
        }
    }
    return !warp->run->member || (!warp->run->over && reach_in_team(warp, form, access));
}

static bool range_holds(const SimWarp *warp, PtxSpace space, uint64_t bytes, AccessRange *range)
{
    const SimMemory *memory = warp->run->launch->memory;
    if (space == PTX_SPACE_SHARED) {
        bool ok = range->owner->live && inside(range->address, bytes, warp->shared_bytes);
        range->at = ok ? range->owner->shared + range->address : NULL;
        return ok;
    }
    range->at = (unsigned char *)(uintptr_t)range->address;
    return space == PTX_SPACE_GLOBAL &&
           (!bytes || sim_memory_find(memory, range->address, bytes) != NULL);
}

bool access_range(SimWarp *warp, const SimInst *inst, const AccessForm *form, uint32_t lane,
                  uint64_t address, uint64_t bytes, uint32_t align, AccessRange *range)
{
    const bool remote = is_remote(warp, form, address);
    PtxSpace space = resolve(form->space, &address);
    *range = (AccessRange){.address = address};
    if (space == PTX_SPACE_SHARED)
        range->owner = shared_owner(warp, form->cluster, &range->address);
    const char *verb = access_verb(form);
    uint32_t told = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
    if (range->address & (align - 1))
        fault_misaligned(warp, inst, lane, space, range->address, told, align, verb);
    else if (range_holds(warp, space, bytes, range))
        return true;
    else if (space == PTX_SPACE_SHARED && !range->owner->live)
        fault_exited(warp, inst, lane, range->owner, range->address, told, verb);
    else
        fault_access(warp, inst, lane, space, range->address, told, verb, remote);
    return false;
}

bool access_finish(SimWarp *warp, const AccessForm *form, const Access *access)
{
    for (uint32_t left = access->local; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (!local_write(warp, lane, access->address[lane], access->raw[lane], form->bytes)) {
            warp_no_memory(warp);
            return false;
        }
    }
    return true;
}

static AccessShape shape_of(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    const uint32_t pairs = mask & mask << 1;
    AccessShape shape = {0};
    for (uint32_t left = pairs; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        uint64_t step = address[i] - address[i - 1];
        shape.follows |= (uint32_t)(step == bytes) << i;
        shape.repeats |= (uint32_t)(step == 0) << i;
    }
    return shape;
}

static bool is_reserved(uint64_t offset)
{
    return offset - SHARED_RESERVED_AT < SHARED_RESERVED_BYTES;
}

/* The host address to which offsets like this one in shared memory are added. */
static uint64_t shared_host(const Block *owner, uint64_t offset)
{
    return is_reserved(offset) ? (uint64_t)(uintptr_t)owner->reserved - SHARED_RESERVED_AT
                               : (uint64_t)(uintptr_t)owner->shared;
}

static void find_ends(AccessShape *shape, const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    shape->low = UINT64_MAX;
    shape->high = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)];
        shape->low = at < shape->low ? at : shape->low;
        shape->high = at + bytes > shape->high ? at + bytes : shape->high;
    }
}

void access_tell_owner(SimWarp *warp, const SimInst *inst, PtxSpace space, uint32_t mask,
                       const uint64_t *address, const AccessShape *shape, const void *stored,
                       const Block *owner)
{
    const AccessForm *form = inst->extra;
    SimWarpInfo info;
    warp_info(warp, &info);
    AccessShape ends = {.low = shape->low, .high = shape->high};
    if (!ends.high)
        find_ends(&ends, address, mask, form->bytes);
    SimAccess told = {.site = warp_site(warp, inst),
                      .inst = inst->source,
                      .kind = form->kind,
                      .space = space,
                      .order = form->order,
                      .scope = form->scope,
                      .bytes = form->bytes,
                      .mask = mask,
                      .address = address,
                      .follows = shape->follows,
                      .repeats = shape->repeats,
                      .low = ends.low,
                      .high = ends.high,
                      .stored = stored,
                      .async = form->async,
                      .shared_base = shared_host(owner, address[__builtin_ctz(mask)]),
                      .owner_linear = owner->linear,
                      .owner = owner->index};
    const SimObserver *const *watcher = run_watchers(warp->run, &told);
    for (; *watcher; watcher++)
        (*watcher)->access((*watcher)->self, &info, &told);
}

void access_tell_lanes(SimWarp *warp, const SimInst *inst, PtxSpace space, uint32_t mask,
                       const uint64_t *address, const AccessShape *shape, const void *stored)
{
    access_tell_owner(warp, inst, space, mask, address, shape, stored, warp->block);
}

void access_tell_look(SimWarp *warp, const SimInst *inst, SimLook *look)
{
    const AccessForm *form = inst->extra;
    SimWarpInfo info;
    warp_info(warp, &info);
    look->site = warp_site(warp, inst);
    look->inst = inst->source;
    look->kind = form->kind;
    for (uint32_t i = 0; i < warp->run->launch->observer_count; i++) {
        const SimObserver *one = warp->run->launch->observers[i];
        if (one->look)
            one->look(one->self, &info, look);
    }
}

void access_tell(SimWarp *warp, const SimInst *inst, const AccessForm *form, const Access *access,
                 const void *stored)
{
    SimInst told = *inst;
    told.extra = form;
    for (uint32_t left = access->mask; left;) {
        uint32_t first = (uint32_t)__builtin_ctz(left), group = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(rest);
            if (access->space[lane] == access->space[first] &&
                access->rank[lane] == access->rank[first] &&
                is_reserved(access->address[lane]) == is_reserved(access->address[first]))
                group |= UINT32_C(1) << lane;
        }
        const AccessShape shape = shape_of(access->address, group, form->bytes);
        access_tell_owner(warp, &told, access->space[first], group, access->address, &shape, stored,
                          warp->block->cluster->blocks[access->rank[first]]);
        left &= ~group;
    }
}

const unsigned char *access_peek(SimWarp *warp, uint64_t address, uint64_t *bytes_left)
{
    PtxSpace space = resolve(PTX_SPACE_GENERIC, &address);
    if (space == PTX_SPACE_SHARED) {
        const Block *owner = shared_owner(warp, true, &address);
        if (address >= warp->shared_bytes)
            return NULL;
        *bytes_left = warp->shared_bytes - address;
        return owner->shared + address;
    }
    if (space == PTX_SPACE_PARAM && address < warp->run->launch->kernel->param_size) {
        *bytes_left = warp->run->launch->kernel->param_size - address;
        return warp->run->params + address;
    }
    if (space != PTX_SPACE_GLOBAL)
        return NULL;
    const SimAlloc *alloc = sim_memory_find(warp->run->launch->memory, address, 1);
    if (!alloc)
        return NULL;
    *bytes_left = alloc->size - (address - alloc->address);
    return (const unsigned char *)(uintptr_t)address;
}

bool access_read(SimWarp *warp, uint32_t lane, uint64_t address, void *out, uint32_t bytes)
{
    uint64_t left;
    if (SIM_WINDOW_OF(address) == SIM_WINDOW_LOCAL) {
        uint64_t offset = SIM_WINDOW_OFFSET(address);
        return inside(offset, bytes, warp->top->local_top) &&
               local_read(warp, lane, offset, out, bytes);
    }
    const unsigned char *at = access_peek(warp, address, &left);
    if (!at || left < bytes)
        return false;
    memcpy(out, at, bytes);
    return true;
}

/* What a function of the device stores, word by word, told as a store of the calling thread. */
static void tell_written(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t address,
                         const void *data, uint32_t bytes)
{
    AccessForm form = {.kind = SIM_ACCESS_STORE};
    SimInst told = *inst;
    told.extra = &form;
    PtxSpace space = resolve(PTX_SPACE_GENERIC, &address);
    const Block *owner =
        space == PTX_SPACE_SHARED ? shared_owner(warp, true, &address) : warp->block;
    for (uint32_t at = 0; at < bytes; at += form.bytes) {
        uint64_t addresses[SIM_LANES] = {0};
        unsigned char stored[SIM_LANES * 8] = {0};
        form.bytes = bytes - at >= 8 ? 8 : bytes - at >= 4 ? 4 : 1;
        addresses[lane] = address + at;
        memcpy(stored + (size_t)lane * form.bytes, (const unsigned char *)data + at, form.bytes);
        access_tell_owner(warp, &told, space, UINT32_C(1) << lane, addresses, &(AccessShape){0},
                          stored, owner);
    }
}

bool access_write(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t address,
                  const void *data, uint32_t bytes)
{
    const uint64_t offset = SIM_WINDOW_OFFSET(address);
    const bool local = SIM_WINDOW_OF(address) == SIM_WINDOW_LOCAL;
    uint64_t left = 0;
    const unsigned char *at = local ? NULL : access_peek(warp, address, &left);
    if (SIM_WINDOW_OF(address) == SIM_WINDOW_PARAM ||
        (local ? !inside(offset, bytes, warp->top->local_top) : !at || left < bytes))
        return false;
    /* Before it is done: observers compare with what is there. */
    if (warp->run->wants_access)
        tell_written(warp, inst, lane, address, data, bytes);
    if (local)
        return local_write(warp, lane, offset, data, bytes);
    memcpy((void *)(uintptr_t)at, data, bytes);
    return true;
}
