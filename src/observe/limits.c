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

/* An array whose first row was taken without an index, and where it lies: an index may be meant for
 * all of it. */
typedef struct Outer {
    const DwarfEntry *array;
    int64_t low, high;
} Outer;

/* Into a dimension of `count` things of `bytes` bytes each. Whether an index with this stride
 * counts these. */
static bool enter_array(const Dwarf *dwarf, Spot *spot, uint64_t count, uint64_t bytes,
                        int64_t stride, Outer *outer, LimitPart *out)
{
    if (outer->array != spot->type)
        *outer = (Outer){spot->type, -spot->offset, (int64_t)(count * bytes) - spot->offset};
    spot->offset %= (int64_t)bytes;
    *out = (LimitPart){.array = spot->type,
                       .dimension = spot->dimension,
                       .row = spot->dimension > 0,
                       .low = outer->low,
                       .high = outer->high,
                       .element = bytes,
                       .doubtful = out->doubtful};
    bool found = bytes == (uint64_t)stride && spot->offset == 0;
    enter_element(dwarf, spot);
    return found;
}

static bool enter_member(const Dwarf *dwarf, Spot *spot, LimitPart *out)
{
    bool parts = spot->type->tag == DWARF_STRUCTURE || spot->type->tag == DWARF_CLASS;
    const DwarfEntry *member = parts ? member_at(dwarf, spot->type, (uint64_t)spot->offset) : NULL;
    if (!member)
        return false;
    out->doubtful |= member->member_at == 0;
    *spot = (Spot){debug_type_of(dwarf, member), 0, spot->offset - (int64_t)member->member_at};
    return true;
}

/* Down to the array whose elements an index with this stride counts, from outside. */
static bool find_array(const Dwarf *dwarf, const Limits *limits, Spot *spot, int64_t stride,
                       LimitPart *out)
{
    Outer outer = {0};
    *out = (LimitPart){.doubtful = stride == 1};
    for (uint32_t deep = 0; spot->type && deep < TYPES_DEEP; deep++) {
        uint64_t count, bytes;
        if (debug_dimension(dwarf, spot->type, spot->dimension, &count, &bytes)) {
            if (enter_array(dwarf, spot, count, bytes, stride, &outer, out))
                return !is_open_end(limits, count);
        } else if (enter_member(dwarf, spot, out)) {
            outer = (Outer){0};
        } else {
            return false;
        }
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

/* From the variable on, step by step. */
typedef struct Walk {
    const Dwarf *dwarf;
    const Flow *flow;
    const PtxInst *access;
    Limits *out;
    Spot spot;
    bool inside; /* which of those that a pointer points at is settled */
} Walk;

static void add_part(Walk *walk, const LimitPart *part)
{
    Limits *out = walk->out;
    if (out->part_count < LIMIT_PARTS &&
        way_holds(walk->flow, part->reg, flow_address_of(walk->access)->reg, walk->access))
        out->parts[out->part_count++] = *part;
}

/* These are false where the address goes another way than the types say. */
static bool take_number(Walk *walk, int64_t number, int64_t size)
{
    Spot *spot = &walk->spot;
    spot->offset += number;
    if (!walk->inside)
        spot->offset = (spot->offset % size + size) % size;
    walk->inside = true;
    return spot->offset >= 0 && spot->offset < size;
}

static bool take_index(Walk *walk, const WayStep *step, int64_t size)
{
    Limits *out = walk->out;
    LimitPart part;
    bool whole = !walk->inside && step->number == size && walk->spot.offset == 0;
    bool first = !out->pointer && walk->spot.type == out->root.type && walk->spot.dimension == 0;
    walk->inside = true;
    if (whole)
        return true;
    if (!find_array(walk->dwarf, out, &walk->spot, step->number, &part))
        return false;
    part.reg = step->from;
    if (!first || part.array != out->root.type || part.high - part.low != size)
        add_part(walk, &part);
    return true;
}

static bool find_parts(Walk *walk, const Way *way)
{
    int64_t last = flow_address_of(walk->access)->imm;
    walk->spot = (Spot){walk->out->root.type, 0, 0};
    walk->inside = !walk->out->pointer;
    for (uint32_t i = way->count; i-- > 0;) {
        const WayStep *step = &way->steps[i];
        int64_t size = size_at(walk->dwarf, &walk->spot);
        if (size <= 0 || size > WAY_LARGEST ||
            !(step->scaled ? take_index(walk, step, size) : take_number(walk, step->number, size)))
            return false;
    }
    if (last > WAY_LARGEST || last < -WAY_LARGEST)
        return false;
    walk->spot.offset += last;
    return walk->spot.offset >= 0 && walk->spot.offset < size_at(walk->dwarf, &walk->spot);
}

/* -- without types */

/* A matrix of which only indexes tell: one that counts rows, and one that counts what a row is made
 * of. */
typedef struct Rows {
    int64_t row;    /* bytes; 0: not known yet */
    int64_t offset; /* in the row */
    LimitPart part; /* its element is 0 as long as that isn't known */
} Rows;

static bool take_row_index(Rows *rows, const WayStep *step, int64_t all)
{
    bool first = !rows->row;
    bool second = rows->row && !rows->part.element && rows->row > step->number &&
                  rows->row % step->number == 0;
    if (first)
        rows->row = step->number;
    else if (second)
        rows->part.element = (uint64_t)step->number;
    if ((!first && !second) || rows->offset < 0 || rows->offset >= rows->row ||
        all % rows->row != 0)
        return false;
    rows->part.reg = step->from;
    rows->part.low = -rows->offset;
    rows->part.high = rows->row - rows->offset;
    rows->offset = first ? rows->offset : 0;
    return true;
}

/* Where an index that counts rows is followed by one that counts what a row is made of, it is meant
 * to stay in the row. */
static void find_row(Walk *walk, const Way *way)
{
    Rows rows = {.part = {.row = true, .doubtful = true}};
    for (uint32_t i = way->count; i-- > 0;) {
        const WayStep *step = &way->steps[i];
        if (!step->scaled)
            rows.offset += step->number;
        else if (!take_row_index(&rows, step, (int64_t)walk->out->root.bytes))
            return;
    }
    rows.offset += flow_address_of(walk->access)->imm;
    if (rows.part.element && rows.offset >= 0 && (uint64_t)rows.offset < rows.part.element)
        add_part(walk, &rows.part);
}

/* -- */

static bool find_root(DebugObjects *objects, const Flow *flow, const Way *way, Limits *out)
{
    out->root_reg = way->reg;
    out->pointer = way->root == WAY_POINTER;
    switch (way->root) {
    case WAY_LOCAL:
        out->rooted = true;
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
    Walk walk = {debug_objects_dwarf(objects), flow, inst, out, {0}, false};
    if (!out->root.type)
        find_row(&walk, &way);
    else if (!find_parts(&walk, &way))
        out->part_count = 0;
}
