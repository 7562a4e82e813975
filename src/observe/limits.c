/* What an access may touch: the way of its address, from the variable on, through that variable's
 * type.
 *
 * Code that isn't optimised computes &v.items[i] as it is written: the address of v, plus where
 * items lies in it, plus i times the size of an element. */
#include "observe/limits.h"

#include "observe/way.h"
#include "ptx/place.h"

enum { TYPES_DEEP = 24 };

/* A place in a type: byte `offset` of it, or of an array's dimension. */
typedef struct Spot {
    const DwarfEntry *type;
    uint32_t dimension;
    int64_t offset;
} Spot;

static const DwarfEntry *member_at(const Dwarf *dwarf, const DwarfEntry *type, uint64_t offset)
{
    size_t at = 0;
    for (const DwarfEntry *child = debug_child(dwarf, type, &at); child;
         child = debug_child(dwarf, type, &at)) {
        uint64_t bytes = debug_size_of(dwarf, debug_type_of(dwarf, child));
        if ((child->tag == DWARF_MEMBER || child->tag == DWARF_INHERITANCE) &&
            offset >= child->member_at && offset - child->member_at < bytes)
            return child;
    }
    return NULL;
}

static void enter_element(const Dwarf *dwarf, Spot *spot)
{
    uint64_t count, bytes;
    spot->dimension++;
    if (!debug_dimension(dwarf, spot->type, spot->dimension, &count, &bytes)) {
        spot->type = debug_type_of(dwarf, spot->type);
        spot->dimension = 0;
    }
}

/* The last element of a struct that is reached through a pointer may stand for as many as there is
 * room for: int data[1]. */
static bool is_open_end(const Limits *limits, uint64_t count)
{
    return limits->pointer && count <= 1;
}

/* Down to the array whose elements an index with this stride counts, from outside. */
static bool find_array(const Dwarf *dwarf, const Limits *limits, Spot *spot, int64_t stride,
                       LimitPart *out)
{
    const DwarfEntry *outer = NULL; /* an array whose first row was taken without an index */
    int64_t low = 0, high = 0;
    *out = (LimitPart){.doubtful = stride == 1};
    for (uint32_t deep = 0; spot->type && deep < TYPES_DEEP; deep++) {
        uint64_t count, bytes;
        if (debug_dimension(dwarf, spot->type, spot->dimension, &count, &bytes)) {
            if (outer != spot->type) {
                low = -spot->offset;
                high = (int64_t)(count * bytes) - spot->offset;
                outer = spot->type;
            }
            spot->offset %= (int64_t)bytes;
            out->array = spot->type;
            out->dimension = spot->dimension;
            out->row = spot->dimension > 0;
            out->low = low;
            out->high = high;
            out->element = bytes;
            bool found = bytes == (uint64_t)stride && spot->offset == 0;
            enter_element(dwarf, spot);
            if (found)
                return !is_open_end(limits, count);
            continue;
        }
        const DwarfEntry *member =
            spot->type->tag == DWARF_STRUCTURE || spot->type->tag == DWARF_CLASS
                ? member_at(dwarf, spot->type, (uint64_t)spot->offset)
                : NULL;
        if (!member)
            return false;
        out->doubtful |= member->member_at == 0;
        outer = NULL;
        *spot = (Spot){debug_type_of(dwarf, member), 0, spot->offset - (int64_t)member->member_at};
    }
    return false;
}

static int64_t size_at(const Dwarf *dwarf, const Spot *spot)
{
    uint64_t count, bytes;
    return debug_dimension(dwarf, spot->type, spot->dimension, &count, &bytes)
               ? (int64_t)(count * bytes)
               : (int64_t)debug_size_of(dwarf, spot->type);
}

/* False: the address goes another way than the types say. */
static bool find_parts(const Dwarf *dwarf, const Flow *flow, const Way *way, const PtxInst *access,
                       Limits *out)
{
    uint32_t reg = flow_address_of(access)->reg;
    int64_t last = flow_address_of(access)->imm;
    Spot spot = {out->root.type, 0, 0};
    bool inside = !out->pointer; /* which of those that a pointer points at is settled */
    for (uint32_t i = way->count; i-- > 0;) {
        const WayStep *step = &way->steps[i];
        int64_t size = size_at(dwarf, &spot);
        if (size <= 0 || size > WAY_LARGEST)
            return false;
        if (!step->scaled) {
            spot.offset += step->number;
            if (!inside)
                spot.offset = (spot.offset % size + size) % size;
            if (spot.offset < 0 || spot.offset >= size)
                return false;
            inside = true;
            continue;
        }
        bool whole = !inside && step->number == size && spot.offset == 0;
        inside = true;
        if (whole)
            continue;
        LimitPart part;
        bool first = !out->pointer && spot.type == out->root.type && spot.dimension == 0;
        if (!find_array(dwarf, out, &spot, step->number, &part))
            return false;
        part.reg = step->from;
        first &= part.array == out->root.type && part.high - part.low == size;
        if (!first && out->part_count < LIMIT_PARTS && way_holds(flow, part.reg, reg, access))
            out->parts[out->part_count++] = part;
    }
    if (last > WAY_LARGEST || last < -WAY_LARGEST)
        return false;
    spot.offset += last;
    return spot.offset >= 0 && spot.offset < size_at(dwarf, &spot);
}

/* Without types: where an index that counts rows is followed by one that counts what a row is made
 * of, it is meant to stay in the row. */
static void find_row(const Flow *flow, const Way *way, const PtxInst *access, Limits *out)
{
    uint32_t reg = flow_address_of(access)->reg;
    int64_t last = flow_address_of(access)->imm;
    int64_t row = 0, offset = 0, bytes = (int64_t)out->root.bytes;
    LimitPart part = {.row = true, .doubtful = true};
    for (uint32_t i = way->count; i-- > 0;) {
        const WayStep *step = &way->steps[i];
        if (!step->scaled) {
            offset += step->number;
            continue;
        }
        bool first = !row,
             second = row && !part.element && row > step->number && row % step->number == 0;
        if (first)
            row = step->number;
        else if (second)
            part.element = (uint64_t)step->number;
        if ((!first && !second) || offset < 0 || offset >= row || bytes % row != 0)
            return;
        part.reg = step->from;
        part.low = -offset;
        part.high = row - offset;
        offset = first ? offset : 0;
    }
    offset += last;
    if (part.element && offset >= 0 && (uint64_t)offset < part.element &&
        way_holds(flow, part.reg, reg, access))
        out->parts[out->part_count++] = part;
}

static bool find_root(DebugObjects *objects, const Flow *flow, const Way *way, Limits *out)
{
    out->root_reg = way->reg;
    out->pointer = way->root == WAY_POINTER;
    switch (way->root) {
    case WAY_LOCAL:
        return debug_object_local(objects, flow_function(flow), way->symbol->offset + way->start,
                                  &out->root);
    case WAY_POINTER:
        return debug_object_pointee(objects, flow_function(flow), way->reg, &out->root);
    case WAY_SYMBOL: /* of shared memory's variables compilers tell nothing */
        if (debug_object_symbol(objects, way->symbol, &out->root))
            return true;
        if (!way->symbol->size) {
            out->pointer = true;
            return debug_object_elements(objects, way->symbol, &out->root);
        }
        out->root = (DebugObject){ptx_source_name(way->symbol->name), NULL, way->symbol->size};
        return way->symbol->size != 0 && way->symbol->size < (uint64_t)WAY_LARGEST;
    default:
        return false;
    }
}

void limits_find(DebugObjects *objects, const Flow *flow, const PtxInst *inst, Limits *out)
{
    *out = (Limits){.argument = PTX_NO_REG};
    const PtxOperand *address = flow_address_of(inst);
    if (!address || address->reg == PTX_NO_REG)
        return;
    FlowBase base = flow_address(flow, address);
    if (base.kind == FLOW_ARGUMENT) {
        out->argument = base.reg;
        out->param = base.symbol;
    }
    if (base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_LOCAL &&
        base.start != FLOW_WHOLE) {
        out->start = base.symbol->offset + base.start;
        out->local = debug_object_local(objects, flow_function(flow), out->start, &out->own);
    }
    Way way;
    way_find(flow, address->reg, &way);
    if (!find_root(objects, flow, &way, out))
        return;
    if (!out->root.type)
        find_row(flow, &way, inst, out);
    else if (!find_parts(debug_objects_dwarf(objects), flow, &way, inst, out))
        out->part_count = 0;
}
