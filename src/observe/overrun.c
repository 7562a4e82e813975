/* An index past its own array, by the types that debug information tells of. */
#include "observe/overrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/handed.h"
#include "observe/limits.h"
#include "observe/say.h"
#include "observe/site.h"
#include "ptx/place.h"

typedef struct Guide {
    const PtxFunction *function;
    Limits **limits; /* by instruction; NULL: not looked up yet */
} Guide;

struct Overrun {
    SimObserver observer;
    SimFindingSink findings;
    bool doubtful;
    const SimLaunchInfo *launch;
    DebugObjects *objects; /* of the launch's module */
    FlowTable flows;
    Guide *guides;
    uint32_t guide_count, guide_room;
    SayOnce said;
};

static Guide *guide_of(Overrun *overrun, const PtxFunction *function)
{
    for (uint32_t i = 0; i < overrun->guide_count; i++)
        if (overrun->guides[i].function == function)
            return &overrun->guides[i];
    if (overrun->guide_count == overrun->guide_room) {
        uint32_t room = overrun->guide_room ? overrun->guide_room * 2 : 8;
        Guide *guides = realloc(overrun->guides, room * sizeof *guides);
        if (!guides)
            return NULL;
        overrun->guides = guides;
        overrun->guide_room = room;
    }
    Limits **limits = calloc((size_t)function->inst_count + 1, sizeof *limits);
    if (!limits)
        return NULL;
    overrun->guides[overrun->guide_count] = (Guide){function, limits};
    return &overrun->guides[overrun->guide_count++];
}

static const Limits *limits_of(Overrun *overrun, const PtxFunction *function, const PtxInst *inst)
{
    size_t index = (size_t)(inst - function->insts);
    Guide *guide = index < function->inst_count ? guide_of(overrun, function) : NULL;
    if (!guide)
        return NULL;
    if (!guide->limits[index]) {
        const Flow *flow = flow_of(&overrun->flows, function);
        Limits *limits = flow ? malloc(sizeof *limits) : NULL;
        if (!limits)
            return NULL;
        limits_find(overrun->objects, flow, inst, limits);
        limits->starts = limits->param && handed_starts(&overrun->flows, overrun->launch->module,
                                                        function, limits->param);
        guide->limits[index] = limits;
    }
    return guide->limits[index];
}

static void forget(Overrun *overrun)
{
    for (uint32_t i = 0; i < overrun->guide_count; i++) {
        for (uint32_t k = 0; k < overrun->guides[i].function->inst_count; k++)
            free(overrun->guides[i].limits[k]);
        free(overrun->guides[i].limits);
    }
    overrun->guide_count = 0;
    flow_table_free(&overrun->flows);
    say_forget(&overrun->said);
    debug_objects_close(overrun->objects);
    overrun->objects = NULL;
}

/* -- what was missed */

/* An object, and an access beside it or beside a part of it. */
typedef struct Miss {
    DebugObject object;    /* its type is NULL where that isn't known */
    bool pointer;          /* the object is the first of those that a parameter points at */
    int64_t offset;        /* of the access, counted from the object */
    const LimitPart *part; /* NULL: it is beside the object */
    int64_t part_at;       /* where the part begins in the object */
} Miss;

/* One lane's access. */
typedef struct Look {
    const SimWarpInfo *warp;
    const SimAccess *access;
    const Limits *limits;
    uint32_t lane;
    uint64_t at;    /* its address */
    uint64_t value; /* the same, generic or not, as the registers hold it */
} Look;

static bool lane_value(const Look *look, uint32_t reg, uint64_t *value)
{
    const SimWarpInfo *warp = look->warp;
    const void *lanes =
        reg < warp->function->reg_count && ptx_type_bytes(warp->function->regs[reg].type) == 8
            ? warp->lanes(warp->frame, reg)
            : NULL;
    if (lanes)
        memcpy(value, (const char *)lanes + 8 * (size_t)look->lane, 8);
    return lanes != NULL;
}

static bool is_inside(int64_t offset, uint32_t bytes, uint64_t size)
{
    return offset >= 0 && (uint64_t)offset < size && size - (uint64_t)offset >= bytes;
}

/* A variable of the function's own. An index far enough past it leaves local memory. */
static bool misses_own(const Look *look, Miss *miss)
{
    const Limits *limits = look->limits;
    uint64_t first;
    if (!limits->local)
        return false;
    *miss = (Miss){.object = limits->own};
    if (look->access->space == PTX_SPACE_LOCAL)
        miss->offset = (int64_t)(look->at - look->warp->locals_from - limits->start);
    else if (limits->rooted && lane_value(look, limits->root_reg, &first))
        miss->offset = (int64_t)(look->value - first);
    return !is_inside(miss->offset, look->access->bytes, limits->own.bytes);
}

/* The variable in local memory that holds the byte, of this activation or of those that called it;
 * `first`: that variable's first byte. */
static bool find_in_frames(DebugObjects *objects, const SimWarpInfo *warp, uint64_t at,
                           uint64_t *first, DebugObject *out)
{
    const PtxFunction *function = warp->function;
    uint32_t from = warp->locals_from;
    for (const void *frame = warp->frame; frame; frame = warp->caller(frame, &function, &from)) {
        if (at < from || at - from >= function->local_size)
            continue;
        bool found = debug_object_around(objects, function, at - from, first, out);
        *first += from;
        return found;
    }
    return false;
}

static bool find_in_shared(DebugObjects *objects, const SimLaunchInfo *launch, uint64_t at,
                           uint64_t *first, DebugObject *out)
{
    for (uint32_t i = 0; i < launch->shared_count; i++) {
        const SimSharedVariable *variable = &launch->shared[i];
        if (at < variable->offset || at - variable->offset >= variable->symbol->size)
            continue;
        *first = variable->offset;
        if (!debug_object_symbol(objects, variable->symbol, out))
            *out = (DebugObject){ptx_source_name(variable->symbol->name), NULL,
                                 variable->symbol->size};
        return true;
    }
    return false;
}

static bool find_around(DebugObjects *objects, const Look *look, uint64_t at, uint64_t *first,
                        DebugObject *out)
{
    if (look->access->space == PTX_SPACE_LOCAL)
        return find_in_frames(objects, look->warp, at, first, out);
    return look->access->space == PTX_SPACE_SHARED &&
           find_in_shared(objects, look->warp->launch, at, first, out);
}

/* The variable that the function was called with the address of. Where the address is that of one
 * variable's end and of another's start, the one that the access is in is meant. */
static bool misses_argument(DebugObjects *objects, const Look *look, Miss *miss)
{
    uint64_t pointer, first, before;
    DebugObject other;
    if (!lane_value(look, look->limits->argument, &pointer))
        return false;
    uint64_t at = look->at - (look->value - pointer);
    if (!find_around(objects, look, at, &first, &miss->object))
        return false;
    *miss = (Miss){.object = miss->object, .offset = (int64_t)(look->at - first)};
    if (is_inside(miss->offset, look->access->bytes, miss->object.bytes))
        return false;
    return look->limits->starts || at != first || miss->offset >= 0 ||
           !find_around(objects, look, at - 1, &before, &other) || before + other.bytes != at;
}

static bool misses_part(const Look *look, const LimitPart *part, Miss *miss)
{
    const Limits *limits = look->limits;
    uint64_t from, root;
    miss->part = NULL;
    if (!lane_value(look, part->reg, &from) || !lane_value(look, limits->root_reg, &root))
        return false;
    int64_t offset = (int64_t)(look->value - from);
    if (offset >= part->low && offset < part->high)
        return false;
    *miss = (Miss){limits->root, limits->pointer, (int64_t)(look->value - root), part,
                   (int64_t)(from - root) + part->low};
    return limits->pointer || is_inside(miss->offset, 1, limits->root.bytes);
}

/* Beside a variable of its own, by an index into an array that is part of it. */
static void find_own_part(const Look *look, Miss *miss)
{
    const Limits *limits = look->limits;
    Miss part;
    for (uint32_t i = 0; i < limits->part_count && limits->rooted; i++)
        if (misses_part(look, &limits->parts[i], &part) || part.part)
            *miss = part;
}

static bool misses(Overrun *overrun, const Look *look, Miss *miss)
{
    const Limits *limits = look->limits;
    if (misses_own(look, miss)) {
        find_own_part(look, miss);
        return true;
    }
    if ((limits->argument != PTX_NO_REG && misses_argument(overrun->objects, look, miss)))
        return true;
    for (uint32_t i = 0; i < limits->part_count; i++)
        if ((overrun->doubtful || !limits->parts[i].doubtful) &&
            misses_part(look, &limits->parts[i], miss))
            return true;
    return false;
}

/* -- telling */

enum { NAME = 2 * DEBUG_NAME };

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static void name_element(View name, int64_t offset, uint32_t bytes, char out[NAME])
{
    snprintf(out, NAME, "%.*s[%lld]", VIEW_ARG(name), (long long)floor_of(offset, bytes));
}

/* "a[4]", "p.head[3]"; of what a parameter points at "p->head[3]", "p[2].head[3]", "p[7]". */
static void name_byte(const Dwarf *dwarf, const DebugObject *object, bool pointer, int64_t offset,
                      char name[NAME])
{
    char part[DEBUG_NAME] = "";
    int64_t index = pointer ? floor_of(offset, (int64_t)object->bytes) : 0;
    debug_describe(dwarf, object->type, offset - index * (int64_t)object->bytes, 1, part);
    if (!pointer)
        snprintf(name, NAME, "%.*s%s", VIEW_ARG(object->name), part);
    else if (index == 0 && part[0] == '.')
        snprintf(name, NAME, "%.*s->%s", VIEW_ARG(object->name), part + 1);
    else
        snprintf(name, NAME, "%.*s[%lld]%s", VIEW_ARG(object->name), (long long)index, part);
}

/* The array without an index: the name of its first byte, less what leads there from it. */
static void name_part(const Dwarf *dwarf, const Miss *miss, char name[NAME])
{
    const LimitPart *part = miss->part;
    char tail[DEBUG_NAME] = "";
    name_byte(dwarf, &miss->object, miss->pointer, miss->part_at, name);
    uint64_t count, bytes;
    uint32_t left = 0;
    while (debug_dimension(dwarf, part->array, part->dimension + left, &count, &bytes))
        left++;
    debug_describe(dwarf, debug_type_of(dwarf, part->array), 0, 1, tail);
    size_t drop = strlen(tail) + left * strlen("[0]"), size = strlen(name);
    name[size > drop ? size - drop : 0] = 0;
}

/* A row of a matrix whose type isn't known. */
static void name_row(const Miss *miss, char name[NAME])
{
    name_element(miss->object.name, miss->part_at, (uint32_t)(miss->part->high - miss->part->low),
                 name);
}

typedef struct Words {
    char whole[NAME];   /* "a", "p.head", "m[1]" */
    char element[NAME]; /* "a[4]"; "" where it has none */
    char extent[48];    /* "4 elements" */
    bool past;          /* its end; else it is before its start */
} Words;

static void set_extent(Words *words, uint64_t count, const char *what)
{
    snprintf(words->extent, sizeof words->extent, "%llu %s%s", (unsigned long long)count, what,
             count == 1 ? "" : "s");
}

static void find_words(const Dwarf *dwarf, const Miss *miss, uint32_t access, Words *words)
{
    uint64_t count, bytes;
    *words = (Words){.past = miss->offset >= 0};
    if (miss->part) {
        int64_t offset = miss->offset - miss->part_at;
        if (miss->object.type)
            name_part(dwarf, miss, words->whole);
        else
            name_row(miss, words->whole);
        snprintf(words->element, sizeof words->element, "%.*s[%lld]", NAME - 24, words->whole,
                 (long long)floor_of(offset, (int64_t)miss->part->element));
        set_extent(words, (uint64_t)(miss->part->high - miss->part->low) / miss->part->element,
                   "element");
        words->past = offset >= 0;
        return;
    }
    snprintf(words->whole, sizeof words->whole, "%.*s", VIEW_ARG(miss->object.name));
    if (!miss->object.type) {
        name_element(miss->object.name, miss->offset, access, words->element);
        set_extent(words, miss->object.bytes / access, "element");
    } else if (debug_dimension(dwarf, miss->object.type, 0, &count, &bytes)) {
        name_byte(dwarf, &miss->object, false, miss->offset, words->element);
        set_extent(words, count, "element");
    } else {
        set_extent(words, miss->object.bytes, "byte");
    }
}

static void name_landing(Overrun *overrun, const Look *look, const Miss *miss, char name[NAME])
{
    const Dwarf *dwarf = debug_objects_dwarf(overrun->objects);
    DebugObject object;
    uint64_t first;
    bool inside = miss->pointer || is_inside(miss->offset, 1, miss->object.bytes);
    if (miss->part && miss->object.type && inside)
        name_byte(dwarf, &miss->object, miss->pointer, miss->offset, name);
    else if (look->limits->local && look->access->space != PTX_SPACE_LOCAL)
        snprintf(name, NAME, "no memory of the thread's own");
    else if (look->access->space == PTX_SPACE_SHARED)
        say_shared(name, NAME, overrun->launch, look->at, look->access->bytes);
    else if (find_around(overrun->objects, look, look->at, &first, &object))
        name_byte(dwarf, &object, false, (int64_t)(look->at - first), name);
    else
        snprintf(name, NAME, "local memory that is no variable's");
}

static void describe(Overrun *overrun, const Look *look, const Miss *miss, const Words *words,
                     const SimFinding *finding, char *text, size_t size)
{
    char who[96], line[48], landing[NAME], what[NAME];
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    name_landing(overrun, look, miss, landing);
    snprintf(what, sizeof what, "%u bytes", finding->bytes);
    PtxOp op = look->access->inst->op;
    const char *verb = op == PTX_OP_LD ? "reads" : op == PTX_OP_ST ? "writes" : "updates";
    snprintf(text, size, "T%s %s %s in %s, %s of %s, which has %s: it lands in %s.", who + 1, verb,
             words->element[0] ? words->element : what, line,
             words->past ? "past the end" : "before the start", words->whole, words->extent,
             landing);
}

static void report(Overrun *overrun, const Look *look, const Miss *miss)
{
    SimFinding finding = {
        .checker = "memory",
        .rule = "out-of-bounds",
        .site = look->access->site,
        .address = look->at,
        .bytes = look->access->bytes,
        .space = look->access->space,
    };
    who_place(who_lane0(look->warp) + look->lane, overrun->launch->grid, overrun->launch->block,
              &finding.block, &finding.thread);
    char text[SAY_TEXT];
    Words words;
    if (say_first(&overrun->said, finding.rule, finding.site.inst, NULL)) {
        find_words(debug_objects_dwarf(overrun->objects), miss, finding.bytes, &words);
        describe(overrun, look, miss, &words, &finding, text, sizeof text);
        finding.variable = words.element[0] ? words.element : words.whole;
        finding.text = text;
    }
    overrun->findings.found(overrun->findings.state, &finding);
}

/* -- */

static bool is_plain(const PtxInst *inst)
{
    return inst->op == PTX_OP_LD || inst->op == PTX_OP_ST || inst->op == PTX_OP_ATOM ||
           inst->op == PTX_OP_RED;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Overrun *overrun = self;
    const PtxInst *inst = access->inst;
    if (!warp->function || !warp->lanes || !warp->caller || !inst || !is_plain(inst))
        return;
    if (!overrun->objects)
        overrun->objects = debug_objects_open(overrun->launch->module);
    const Limits *limits = overrun->objects ? limits_of(overrun, warp->function, inst) : NULL;
    if (!limits || (!limits->local && limits->argument == PTX_NO_REG && !limits->part_count))
        return;
    const PtxOperand *address = flow_address_of(inst);
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        Look look = {warp, access, limits, lane, access->address[lane], 0};
        Miss miss;
        if (!lane_value(&look, address->reg, &look.value))
            return;
        look.value += (uint64_t)address->imm;
        if (misses(overrun, &look, &miss))
            report(overrun, &look, &miss);
    }
}

/* Of what is not the thread's own the engine tells enough. */
static uint64_t on_fault(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Overrun *overrun = self;
    const Limits *limits = overrun->objects && warp->function && access->inst
                               ? limits_of(overrun, warp->function, access->inst)
                               : NULL;
    if (access->space == PTX_SPACE_LOCAL || (limits && limits->local))
        on_access(self, warp, access);
    return 0;
}

static bool concerns(void *self, const SimLaunchInfo *launch)
{
    (void)self;
    for (uint32_t i = 0; i < launch->module->section_count; i++)
        if (view_equal_text(launch->module->sections[i].name, ".debug_info"))
            return true;
    return false;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Overrun *overrun = self;
    overrun->launch = launch;
}

/* What is known belongs to the module, which may be gone later. */
static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    (void)launch;
    forget(self);
}

Overrun *overrun_new(SimFindingSink findings)
{
    Overrun *overrun = calloc(1, sizeof *overrun);
    if (!overrun)
        return NULL;
    overrun->findings = findings;
    overrun->observer = (SimObserver){
        .self = overrun,
        .concerns = concerns,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .access = on_access,
        .fault = on_fault,
    };
    return overrun;
}

void overrun_set_doubtful(Overrun *overrun, bool doubtful)
{
    overrun->doubtful = doubtful;
}

void overrun_free(Overrun *overrun)
{
    if (!overrun)
        return;
    forget(overrun);
    free(overrun->guides);
    free(overrun);
}

const SimObserver *overrun_observer(const Overrun *overrun)
{
    return &overrun->observer;
}
