/* Parts of a function that threads may go around: by post-dominators of its instructions. */
#include "observe/regions.h"

#include <stdlib.h>
#include <string.h>

enum { INSTRUCTIONS_MAX = 20000, REGIONS_MAX = 32, CALLS_DEEP = 3 };
#define NOWHERE UINT32_MAX

/* The function's instructions and, last, its end; edges backwards. */
typedef struct Graph {
    const PtxFunction *function;
    uint32_t end;
    uint32_t *first, *before; /* those that lead to i: before[first[i]] to before[first[i + 1]] */
    uint32_t *order, *number; /* from the end on, and each one's place there; NOWHERE: unreached */
    uint32_t reached;
    uint32_t *next; /* immediate post-dominators */
    uint32_t *stack;
    bool *seen;
    uint32_t *memory;
} Graph;

/* bar.sync 0; or bar.red.popc.u32 d, 0, p; without a count of threads. */
static bool is_own_barrier(const PtxInst *inst)
{
    uint32_t number = ptx_has(inst, PTX_MOD_RED) ? 1 : 0;
    return (inst->op == PTX_OP_BAR || inst->op == PTX_OP_BARRIER) &&
           !ptx_has(inst, PTX_MOD_ARRIVE) && inst->operand_count == 2 * number + 1 &&
           inst->operands[number].kind == PTX_OPERAND_IMM && inst->operands[number].imm == 0 &&
           inst->guard == PTX_NO_REG;
}

/* What a call certainly calls; NULL: that isn't known, or it has no code here. */
static const PtxFunction *called(const PtxInst *inst)
{
    bool direct = inst->op == PTX_OP_CALL && inst->operand_count > 1 &&
                  inst->operands[1].kind == PTX_OPERAND_FUNCTION;
    return direct ? inst->operands[1].function : NULL;
}

/* The first one in a function, or in those that it calls, so many calls deep. */
static const PtxInst *barrier_within(const PtxFunction *function, uint32_t depth)
{
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        const PtxFunction *inner = depth ? called(inst) : NULL;
        const PtxInst *found = is_own_barrier(inst) ? inst
                               : inner              ? barrier_within(inner, depth - 1)
                                                    : NULL;
        if (found)
            return found;
    }
    return NULL;
}

const PtxInst *regions_barrier(const PtxInst *inst)
{
    const PtxFunction *function = inst->guard == PTX_NO_REG ? called(inst) : NULL;
    if (function)
        return barrier_within(function, CALLS_DEEP);
    return is_own_barrier(inst) ? inst : NULL;
}

uint32_t regions_ways(const PtxFunction *function, uint32_t i, uint32_t to[2])
{
    const PtxInst *inst = &function->insts[i];
    uint32_t count = 0;
    if (inst->op == PTX_OP_BRA && inst->operand_count &&
        inst->operands[0].kind == PTX_OPERAND_LABEL)
        to[count++] = inst->operands[0].label;
    else if (inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT || inst->op == PTX_OP_TRAP)
        to[count++] = function->inst_count;
    if (count == 0 || inst->guard != PTX_NO_REG)
        to[count++] = i + 1;
    return count;
}

static bool graph_alloc(Graph *graph)
{
    size_t nodes = graph->end + 1;
    uint32_t *at = graph->memory = calloc(nodes * 9 + 2, sizeof *at);
    graph->seen = calloc(nodes, sizeof *graph->seen);
    if (!at || !graph->seen)
        return false;
    graph->first = at;
    graph->before = at += nodes + 1;
    graph->order = at += 2 * nodes;
    graph->number = at += nodes;
    graph->next = at += nodes;
    graph->stack = at + nodes;
    return true;
}

static void link_back(Graph *graph)
{
    uint32_t to[2];
    for (uint32_t i = 0; i < graph->end; i++)
        for (uint32_t w = regions_ways(graph->function, i, to); w-- > 0;)
            graph->first[to[w] + 1]++;
    for (uint32_t i = 0; i <= graph->end; i++)
        graph->first[i + 1] += graph->first[i];
    memcpy(graph->stack, graph->first, (graph->end + 1) * sizeof *graph->first);
    for (uint32_t i = 0; i < graph->end; i++)
        for (uint32_t w = regions_ways(graph->function, i, to); w-- > 0;)
            graph->before[graph->stack[to[w]]++] = i;
}

/* All from which the end can be reached, each behind those that it leads to as far as there are no
 * circles: reverse post-order of the edges backwards. */
static void number_all(Graph *graph)
{
    uint32_t depth = 0, at = graph->end + 1;
    uint32_t *edge = graph->next; /* not needed yet */
    for (uint32_t i = 0; i <= graph->end; i++) {
        graph->number[i] = NOWHERE;
        edge[i] = graph->first[i];
    }
    graph->stack[depth++] = graph->end;
    graph->seen[graph->end] = true;
    while (depth) {
        uint32_t node = graph->stack[depth - 1];
        if (edge[node] == graph->first[node + 1]) {
            graph->order[--at] = node;
            depth--;
            continue;
        }
        uint32_t other = graph->before[edge[node]++];
        if (!graph->seen[other]) {
            graph->seen[other] = true;
            graph->stack[depth++] = other;
        }
    }
    graph->reached = graph->end + 1 - at;
    memmove(graph->order, graph->order + at, graph->reached * sizeof *graph->order);
    for (uint32_t i = 0; i < graph->reached; i++)
        graph->number[graph->order[i]] = i;
}

static uint32_t meet(const Graph *graph, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (graph->number[a] > graph->number[b])
            a = graph->next[a];
        while (graph->number[b] > graph->number[a])
            b = graph->next[b];
    }
    return a;
}

/* K. Cooper, T. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm. */
static void find_next(Graph *graph)
{
    for (uint32_t i = 0; i <= graph->end; i++)
        graph->next[i] = NOWHERE;
    graph->next[graph->end] = graph->end;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < graph->reached; i++) {
            uint32_t node = graph->order[i], to[2], found = NOWHERE;
            for (uint32_t w = regions_ways(graph->function, node, to); w-- > 0;)
                if (graph->number[to[w]] != NOWHERE && graph->next[to[w]] != NOWHERE)
                    found = found == NOWHERE ? to[w] : meet(graph, found, to[w]);
            changed |= graph->next[node] != found;
            graph->next[node] = found;
        }
    }
}

/* Is there nothing from here on but the end? */
static bool is_end(const PtxFunction *function, uint32_t at)
{
    for (uint32_t steps = 0; at < function->inst_count && steps < 16; steps++) {
        const PtxInst *inst = &function->insts[at];
        if (inst->guard != PTX_NO_REG)
            return false;
        if (inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT)
            return true;
        if (inst->op != PTX_OP_BRA || inst->operands[0].kind != PTX_OPERAND_LABEL)
            return false;
        at = inst->operands[0].label;
    }
    return at >= function->inst_count;
}

static Region *region_to(Regions *regions, uint32_t end)
{
    for (uint32_t i = 0; i < regions->count; i++)
        if (regions->items[i].end == end)
            return &regions->items[i];
    if (regions->count == REGIONS_MAX)
        return NULL;
    if (regions->count == regions->room) {
        uint32_t room = regions->room ? regions->room * 2 : 4;
        Region *items = realloc(regions->items, room * sizeof *items);
        if (!items)
            return NULL;
        regions->items = items;
        regions->room = room;
    }
    regions->items[regions->count] = (Region){.end = end};
    return &regions->items[regions->count++];
}

static void add_barrier(Regions *regions, uint32_t end, uint32_t barrier)
{
    Region *region = region_to(regions, end);
    for (uint32_t i = 0; region && i < region->barrier_count; i++)
        if (region->barriers[i] == barrier)
            return;
    if (region && region->barrier_count < REGION_BARRIERS)
        region->barriers[region->barrier_count++] = barrier;
}

/* The barriers between a branch and where its ways meet. */
static void look_between(Graph *graph, uint32_t branch, Regions *out)
{
    uint32_t end = graph->next[branch], depth = 0, to[2];
    memset(graph->seen, 0, graph->end + 1);
    graph->seen[end] = true;
    graph->stack[depth++] = branch;
    while (depth) {
        uint32_t at = graph->stack[--depth];
        if (at < graph->end && regions_barrier(&graph->function->insts[at]))
            add_barrier(out, end, at);
        for (uint32_t w = at < graph->end ? regions_ways(graph->function, at, to) : 0; w-- > 0;)
            if (!graph->seen[to[w]]) {
                graph->seen[to[w]] = true;
                graph->stack[depth++] = to[w];
            }
    }
}

static bool is_worth(const PtxFunction *function)
{
    bool barrier = false;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        if (function->insts[i].op == PTX_OP_BRX)
            return false;
        barrier |= regions_barrier(&function->insts[i]) != NULL;
    }
    return barrier && function->inst_count <= INSTRUCTIONS_MAX;
}

void regions_find(const PtxFunction *function, Regions *out)
{
    Graph graph = {.function = function, .end = function->inst_count};
    if (!is_worth(function))
        return;
    if (graph_alloc(&graph)) {
        link_back(&graph);
        number_all(&graph);
        find_next(&graph);
        for (uint32_t i = 0; i < graph.end; i++) {
            const PtxInst *inst = &function->insts[i];
            uint32_t end = graph.next[i];
            if (inst->op == PTX_OP_BRA && inst->guard != PTX_NO_REG && end < graph.end &&
                function->insts[end].guard == PTX_NO_REG && !is_end(function, end))
                look_between(&graph, i, out);
        }
    }
    free(graph.memory);
    free(graph.seen);
}

void regions_free(Regions *regions)
{
    free(regions->items);
    *regions = (Regions){0};
}
