/* Names of elements by their types. */
#include "observe/elements.h"

#include <stdio.h>
#include <string.h>

#include "ptx/parse.h"

_Static_assert((int)SIM_ELEMENT >= (int)DEBUG_NAME, "a part fits");

static void forget(Elements *elements)
{
    debug_objects_close(elements->objects);
    ptx_free(elements->twin_module);
    elements->objects = NULL;
    elements->twin_module = NULL;
    elements->module = NULL;
    elements->asked = false;
}

static void find_twin(Elements *elements, bool at_hand)
{
    const char *text = elements->twin(elements->state, at_hand);
    elements->asked = !at_hand || text;
    elements->twin_module = text ? ptx_parse(view_of(text), NULL) : NULL;
    elements->objects = debug_objects_open(elements->twin_module);
}

static DebugObjects *objects_of(Elements *elements, const PtxModule *module, bool at_hand)
{
    if (elements->module != module) {
        forget(elements);
        elements->module = module;
        elements->objects = debug_objects_open(module);
    }
    if (!elements->objects && !elements->asked && elements->twin)
        find_twin(elements, at_hand);
    return elements->objects;
}

static bool has_parts(const DwarfEntry *type)
{
    return type->tag == DWARF_ARRAY || debug_is_struct(type);
}

/* The indexes alone of an element's name. */
static void set_last(const Dwarf *dwarf, const DwarfEntry *type, int64_t offset, SimElement *out)
{
    if (type->tag == DWARF_ARRAY)
        debug_describe(dwarf, type, offset, 1, out->last);
    out->last[strcspn(out->last, ".")] = 0;
}

static bool describe_variable(const Dwarf *dwarf, const DwarfEntry *type, const SimElementOf *of,
                              SimElement *out)
{
    const DwarfEntry *element = debug_type_of(dwarf, type);
    uint64_t stride = debug_stride_of(dwarf, type);
    out->rest = debug_describe(dwarf, type, of->offset, of->bytes, out->part);
    if (stride && of->size >= stride)
        set_last(dwarf, type, (int64_t)(of->size / stride * stride - 1), out);
    if (stride && element && !has_parts(element) && debug_size_of(dwarf, element) == stride)
        out->plain = stride;
    return true;
}

static bool describe_target(const Dwarf *dwarf, const DwarfEntry *type, const SimElementOf *of,
                            SimElement *out)
{
    int64_t size = (int64_t)debug_size_of(dwarf, type);
    if (size <= 0)
        return false;
    int64_t index = of->offset / size - (of->offset % size < 0);
    snprintf(out->part, sizeof out->part, "[%lld]", (long long)index);
    out->rest = debug_describe(dwarf, type, of->offset - index * size, of->bytes, out->part);
    if (of->size >= (uint64_t)size) {
        snprintf(out->last, sizeof out->last, "[%llu]",
                 (unsigned long long)(of->size / (uint64_t)size - 1));
        set_last(dwarf, type, size - 1, out);
    }
    if (!has_parts(type))
        out->plain = (uint64_t)size;
    return true;
}

static bool find_locked(Elements *elements, const SimElementOf *of, bool at_hand, SimElement *out)
{
    DebugObjects *objects = objects_of(elements, of->module, at_hand);
    View name = {0};
    if (!objects)
        return false;
    const Dwarf *dwarf = debug_objects_dwarf(objects);
    const DwarfEntry *type =
        of->parameter < 0
            ? debug_type_of_symbol(objects, of->name, of->declared)
            : debug_type_behind_parameter(objects, of->name, (uint32_t)of->parameter, &name);
    *out = (SimElement){0};
    snprintf(out->name, sizeof out->name, "%.*s", VIEW_ARG(name));
    if (!type)
        return false;
    return of->parameter < 0 ? describe_variable(dwarf, type, of, out)
                             : describe_target(dwarf, type, of, out);
}

static bool find(Elements *elements, const SimElementOf *of, bool at_hand, SimElement *out)
{
    pthread_mutex_lock(&elements->lock);
    bool found = find_locked(elements, of, at_hand, out);
    pthread_mutex_unlock(&elements->lock);
    return found;
}

static bool find_known(void *self, const SimElementOf *of, SimElement *out)
{
    return find(self, of, false, out);
}

static bool find_at_hand(void *self, const SimElementOf *of, SimElement *out)
{
    return find(self, of, true, out);
}

void elements_open(Elements *elements, ElementsTwin *twin, void *state)
{
    *elements = (Elements){
        .twin = twin,
        .state = state,
        .known = {elements, find_known},
        .at_hand = {elements, find_at_hand},
    };
    pthread_mutex_init(&elements->lock, NULL);
}

void elements_close(Elements *elements)
{
    forget(elements);
    pthread_mutex_destroy(&elements->lock);
}
