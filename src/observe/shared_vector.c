/* Vectors of shared memory's accesses: those to one aligned place by one base, in straight code. */
#include "observe/shared_vector.h"

#include <stdlib.h>

#include "observe/flow.h"
#include "observe/inst_class.h"
#include "observe/low_bits.h"

enum { VECTOR = 16, MEMBERS = 4, REACH = 512 }; /* instructions that are looked through */

typedef struct Search {
    const PtxFunction *function;
    const SimLaunchInfo *launch;
    LowBits *registers;
    bool *begins; /* by instruction: something jumps there */
    SharedPart *parts;
} Search;

/* An aligned place of 16 bytes, from one access on. */
typedef struct Group {
    uint32_t member[MEMBERS];
    uint8_t at[MEMBERS]; /* bytes into the place */
    uint32_t count, size;
} Group;

static uint32_t size_of(const PtxInst *inst)
{
    return inst->type_count ? ptx_type_bytes((PtxType)inst->types[inst->type_count - 1]) : 0;
}

static bool is_candidate(const Search *search, uint32_t i)
{
    const PtxInst *inst = &search->function->insts[i];
    uint32_t size = size_of(inst);
    return (inst->op == PTX_OP_LD || inst->op == PTX_OP_ST) && inst->space == PTX_SPACE_SHARED &&
           inst->vector <= 1 && inst->guard == PTX_NO_REG && (size == 4 || size == 8) &&
           !ptx_has(inst, PTX_MOD_VOLATILE) && !ptx_has(inst, PTX_MOD_RELAXED) &&
           !ptx_has(inst, PTX_MOD_ACQUIRE) && !ptx_has(inst, PTX_MOD_RELEASE) &&
           flow_address_of(inst) && !search->parts[i].bytes && !search->parts[i].joined;
}

static bool same_base(const PtxOperand *a, const PtxOperand *b)
{
    return a->reg == b->reg && (a->reg != PTX_NO_REG || a->symbol == b->symbol);
}

static bool writes(const PtxOperand *to, uint32_t reg)
{
    if (to->kind == PTX_OPERAND_REG && to->reg == reg)
        return true;
    for (uint32_t i = 0; i < to->item_count; i++)
        if (writes(&to->items[i], reg))
            return true;
    return false;
}

/* Nothing moves over what waits, leaves, or may touch the same bytes. */
static bool is_border(const Search *search, uint32_t i, const PtxInst *first)
{
    const PtxInst *inst = &search->function->insts[i];
    InstClass class = inst_class(inst);
    if (search->begins[i] || class == INST_CONTROL || class == INST_INTER_THREAD ||
        inst->op == PTX_OP_BAR || inst->op == PTX_OP_BARRIER || inst->op == PTX_OP_MEMBAR ||
        inst->op == PTX_OP_FENCE || inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED)
        return true;
    const PtxOperand *base = flow_address_of(first);
    if (base->reg != PTX_NO_REG && flow_has_result(inst) && writes(&inst->operands[0], base->reg))
        return true;
    bool shared = inst->space == PTX_SPACE_SHARED || inst->space == PTX_SPACE_GENERIC;
    if (!shared || (inst->op != PTX_OP_LD && inst->op != PTX_OP_ST))
        return false;
    if (first->op == PTX_OP_LD)
        return inst->op == PTX_OP_ST;
    return inst->op == PTX_OP_LD || !same_base(base, flow_address_of(inst));
}

static Group group_from(const Search *search, uint32_t first, uint32_t start)
{
    const PtxInst *insts = search->function->insts;
    const PtxOperand *base = flow_address_of(&insts[first]);
    int64_t from = base->imm - (int64_t)start;
    Group group = {.count = 0, .size = size_of(&insts[first])};
    uint32_t end = search->function->inst_count;
    end = end - first > REACH ? first + REACH : end;
    for (uint32_t i = first; i < end && group.count < MEMBERS; i++) {
        if (i > first && is_border(search, i, &insts[first]))
            break;
        if (insts[i].op != insts[first].op || !is_candidate(search, i) ||
            size_of(&insts[i]) != group.size)
            continue;
        const PtxOperand *address = flow_address_of(&insts[i]);
        int64_t at = address->imm - from;
        if (!same_base(base, address) || at < 0 || at >= VECTOR)
            continue;
        group.at[group.count] = (uint8_t)at;
        group.member[group.count++] = i;
    }
    return group;
}

/* Bytes of the aligned vector that the first member is in, and where it begins: 16 of which loads
 * may leave a part unused, or 8. */
static uint32_t vector_of(const Group *group, bool load, uint32_t known, uint32_t *begin)
{
    uint32_t whole = 0, half = 0, first = group->at[0] & ~7u;
    for (uint32_t i = 0; i < group->count; i++) {
        whole |= 1u << group->at[i] / 4 | (group->size == 8 ? 2u << group->at[i] / 4 : 0);
        half |= (group->at[i] & ~7u) == first ? 1u << group->at[i] / 4 % 2 : 0;
    }
    uint32_t need = group->size == 8 ? 4 : 3;
    *begin = 0;
    if (known >= LOW_BITS && (whole == 15 || (load && (uint32_t)__builtin_popcount(whole) >= need)))
        return VECTOR;
    *begin = first;
    return group->size == 4 && half == 3 ? 8 : 0;
}

static void join(Search *search, uint32_t first)
{
    const PtxInst *inst = &search->function->insts[first];
    LowBits low = low_bits_address(search->registers, search->launch, flow_address_of(inst));
    uint32_t size = size_of(inst), begin;
    if (low.known < 3) /* not even places of 8 bytes are known */
        return;
    Group group = group_from(search, first, low.value);
    uint32_t bytes = vector_of(&group, inst->op == PTX_OP_LD, low.known, &begin);
    if (bytes <= size)
        return;
    for (uint32_t i = 0; i < group.count; i++)
        search->parts[group.member[i]].joined =
            i > 0 && group.at[i] >= begin && group.at[i] < begin + bytes;
    search->parts[first] =
        (SharedPart){.bytes = (uint8_t)bytes, .skip = (int8_t)(group.at[0] - begin)};
}

static void find_begins(Search *search)
{
    for (uint32_t i = 0; i < search->function->label_count; i++)
        if (search->function->labels[i].inst < search->function->inst_count)
            search->begins[search->function->labels[i].inst] = true;
}

SharedPart *shared_vectors_find(const PtxFunction *function, const SimLaunchInfo *launch)
{
    size_t count = (size_t)function->inst_count + 1;
    Search search = {.function = function,
                     .launch = launch,
                     .registers = low_bits_find(function, launch),
                     .begins = calloc(count, sizeof *search.begins),
                     .parts = calloc(count, sizeof *search.parts)};
    if (search.registers && search.begins && search.parts) {
        find_begins(&search);
        for (uint32_t i = 0; i < function->inst_count; i++)
            if (is_candidate(&search, i))
                join(&search, i);
    } else {
        free(search.parts);
        search.parts = NULL;
    }
    free(search.registers);
    free(search.begins);
    return search.parts;
}
