/* Telling findings once, and in words. */
#include "observe/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "observe/param_extent.h"
#include "ptx/place.h"

static bool grow(SayOnce *once)
{
    SayOnce old = *once;
    once->capacity = old.capacity ? old.capacity * 2 : 64;
    once->keys = calloc(once->capacity, sizeof *once->keys);
    if (!once->keys) {
        *once = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++) {
        size_t at = old.keys[i] & (once->capacity - 1);
        while (old.keys[i] && once->keys[at])
            at = (at + 1) & (once->capacity - 1);
        if (old.keys[i])
            once->keys[at] = old.keys[i];
    }
    free(old.keys);
    return true;
}

static uint64_t key_of(const char *rule, const PtxInst *site, const PtxInst *other)
{
    const void *parts[2] = {site, other};
    uint64_t key = hash_bytes(HASH_START, rule, strlen(rule));
    return hash_bytes(key, parts, sizeof parts) | 1; /* 0 is a free slot */
}

bool say_was_told(const SayOnce *once, const char *rule, const PtxInst *site, const PtxInst *other)
{
    uint64_t key = key_of(rule, site, other);
    if (!once->capacity)
        return false;
    size_t at = key & (once->capacity - 1);
    while (once->keys[at] && once->keys[at] != key)
        at = (at + 1) & (once->capacity - 1);
    return once->keys[at] == key;
}

bool say_first(SayOnce *once, const char *rule, const PtxInst *site, const PtxInst *other)
{
    uint64_t key = key_of(rule, site, other);
    if (once->count * 2 >= once->capacity && !grow(once))
        return true;
    size_t at = key & (once->capacity - 1);
    for (; once->keys[at]; at = (at + 1) & (once->capacity - 1))
        if (once->keys[at] == key)
            return false;
    once->keys[at] = key;
    once->count++;
    return true;
}

void say_forget(SayOnce *once)
{
    free(once->keys);
    *once = (SayOnce){0};
}

void say_thread(char *out, size_t size, SimDim block, SimDim thread, bool same_block)
{
    int used = snprintf(out, size, "thread (%u,%u,%u)", thread.x, thread.y, thread.z);
    if (!same_block && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, " of block (%u,%u,%u)", block.x, block.y,
                 block.z);
}

void say_line(char *out, size_t size, const SimSite *site)
{
    PtxPlace place = ptx_place(site->module, site->inst);
    if (place.line)
        snprintf(out, size, "line %u", place.line);
    else if (site->inst)
        snprintf(out, size, "PTX line %u", site->inst->pos.line);
    else
        snprintf(out, size, "a place that is not known");
}

static const SimSharedVariable *variable_at(const SimLaunchInfo *launch, uint64_t offset)
{
    for (uint32_t i = 0; i < launch->shared_count; i++) {
        const SimSharedVariable *variable = &launch->shared[i];
        uint64_t end = variable->symbol->size ? variable->offset + variable->symbol->size
                                              : launch->shared_bytes; /* the dynamic part */
        if (offset >= variable->offset && offset < end)
            return variable;
    }
    return NULL;
}

static bool find_element(const SimLaunchInfo *launch, const SimSharedVariable *variable,
                         uint64_t offset, uint32_t bytes, SimElement *element)
{
    const PtxSymbol *symbol = variable->symbol;
    const SimElementOf of = {.module = launch->module,
                             .name = symbol->name,
                             .parameter = -1,
                             .declared = symbol->size,
                             .size = symbol->size ? symbol->size
                                                  : launch->shared_bytes - variable->offset,
                             .offset = (int64_t)(offset - variable->offset),
                             .bytes = bytes};
    return launch->elements && launch->elements->find(launch->elements->self, &of, element);
}

bool say_shared_element(const SimLaunchInfo *launch, const PtxSymbol *symbol, uint64_t offset,
                        uint32_t bytes, SimElement *element)
{
    for (uint32_t i = 0; i < launch->shared_count; i++)
        if (launch->shared[i].symbol == symbol)
            return find_element(launch, &launch->shared[i], offset, bytes, element);
    return false;
}

void say_shared(char *out, size_t size, const SimLaunchInfo *launch, uint64_t offset,
                uint32_t bytes)
{
    const SimSharedVariable *variable = variable_at(launch, offset);
    SimElement element;
    if (!variable) {
        snprintf(out, size, "byte %llu of shared memory", (unsigned long long)offset);
        return;
    }
    View name = ptx_source_name(variable->symbol->name);
    if (find_element(launch, variable, offset, bytes, &element))
        sim_element_text(out, size, name, &element);
    else if (variable->symbol->is_array)
        snprintf(out, size, "%.*s[%llu]", VIEW_ARG(name),
                 (unsigned long long)((offset - variable->offset) / (bytes ? bytes : 1)));
    else
        snprintf(out, size, "%.*s", VIEW_ARG(name));
}

/* The only parameter that points into the allocation, counted from 1; 0: none, or several. The
 * kernel is only there as long as its parameters are. */
static uint32_t parameter_into(const SimLaunchInfo *launch, uint64_t allocation)
{
    const PtxFunction *kernel = launch->kernel;
    uint32_t found = 0;
    for (uint32_t i = 0; launch->params && i < kernel->param_count; i++) {
        const FlowBase base = {.kind = FLOW_PARAM, .offset = kernel->params[i]->offset};
        uint64_t start, length;
        if (kernel->params[i]->size != sizeof start ||
            !param_extent(launch, &base, &start, &length) || start != allocation)
            continue;
        if (found)
            return 0;
        found = i + 1;
    }
    return found;
}

void say_global(char *out, size_t size, const SimLaunchInfo *launch, uint64_t address,
                uint32_t bytes)
{
    uint64_t start, length;
    if (launch->name_global && launch->name_global(launch, address, bytes, out, size))
        return;
    char parameter[48] = "";
    int used = snprintf(out, size, "global memory at 0x%llx", (unsigned long long)address);
    if (!bytes || used < 0 || (size_t)used >= size || !launch->extent ||
        !launch->extent(launch->memory, address, &start, &length))
        return;
    uint32_t number = parameter_into(launch, start);
    if (number)
        snprintf(parameter, sizeof parameter, ", which parameter %u points to", number);
    snprintf(out + used, size - (size_t)used, " (byte %llu of an allocation of %llu bytes%s)",
             (unsigned long long)(address - start), (unsigned long long)length, parameter);
}

const char *say_whose(char *name)
{
    name[strcspn(name, "[.")] = 0;
    return name;
}

const char *say_whose_global(char *name, size_t size, const SimLaunchInfo *launch, uint64_t address)
{
    uint64_t start, bytes;
    bool named = launch->name_global && launch->name_global(launch, address, 0, name, size);
    if (named)
        return say_whose(name);
    if (!launch->extent || !launch->extent(launch->memory, address, &start, &bytes))
        start = address;
    snprintf(name, size, "0x%llx", (unsigned long long)start);
    return name;
}
