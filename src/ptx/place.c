/* Which line of the learner's own source an instruction belongs to, and variables' names there. */
#include "ptx/place.h"

static View file_name(const PtxModule *module, uint32_t index)
{
    return index < module->file_count ? module->files[index].name : VIEW("");
}

static bool has_line(const PtxInst *inst)
{
    return inst->loc && inst->loc->line;
}

static bool leaves(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || inst->op == PTX_OP_RET ||
           inst->op == PTX_OP_EXIT;
}

/* NULL: none up to `end`, or up to where the program branches. */
static const PtxInst *next_with_line(const PtxInst *inst, const PtxInst *end, bool behind_branches)
{
    for (; inst < end; inst++) {
        if (has_line(inst))
            return inst;
        if (!behind_branches && leaves(inst))
            return NULL;
    }
    return NULL;
}

/* What stores to memory, and has its value from what was computed just before. */
static bool stores_computed(const PtxInst *inst, const PtxInst *begin)
{
    return inst->op == PTX_OP_ST && inst > begin && has_line(inst - 1) && !leaves(inst - 1) &&
           inst[-1].op != PTX_OP_LD && inst[-1].op != PTX_OP_BAR && inst[-1].op != PTX_OP_BARRIER;
}

/* Code that the compiler has made or moved stands at line 0. A store made of two branches' stores
 * belongs to what its value was computed by; a load out of a loop to what comes after it; the loop
 * that a memset() became, at whose end the program branches, to what comes before, as machine code
 * has it. */
static const PtxInst *near_with_line(const PtxModule *module, const PtxInst *inst)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        const PtxInst *begin = function->insts;
        if (!begin || inst < begin || inst >= begin + function->inst_count)
            continue;
        const PtxInst *end = begin + function->inst_count;
        if (stores_computed(inst, begin))
            return inst - 1;
        const PtxInst *found = next_with_line(inst, end, false);
        for (const PtxInst *before = inst; !found && before > begin;)
            found = has_line(--before) ? before : NULL;
        if (!found)
            found = next_with_line(inst, end, true);
        return found ? found : inst;
    }
    return inst;
}

PtxPlace ptx_inner_place(const PtxModule *module, const PtxInst *inst)
{
    if (!module || !inst || !inst->loc || !inst->loc->line)
        return (PtxPlace){VIEW(""), 0};
    return (PtxPlace){file_name(module, inst->loc->file), inst->loc->line};
}

PtxPlace ptx_place(const PtxModule *module, const PtxInst *inst)
{
    PtxPlace unknown = {VIEW(""), 0};
    if (!module || !inst || !inst->loc)
        return unknown;
    if (!inst->loc->line)
        inst = near_with_line(module, inst);
    const PtxLoc *outermost = inst->loc;
    while (outermost->inlined)
        outermost = outermost->inlined;
    const PtxLoc *own = inst->loc;
    while (own->file != outermost->file)
        own = own->inlined;
    return (PtxPlace){file_name(module, own->file), own->line};
}

/* <length><name> at `at` (Itanium C++ ABI 5.1.5); false: there is none. `end`: behind it. */
static bool source_name_at(View symbol, size_t at, View *name, size_t *end)
{
    size_t length = 0;
    if (at < symbol.size && symbol.data[at] == 'L') /* of one source alone */
        at++;
    while (at < symbol.size && symbol.data[at] >= '0' && symbol.data[at] <= '9' &&
           length < symbol.size)
        length = length * 10 + (size_t)(symbol.data[at++] - '0');
    if (length == 0 || length > symbol.size - at)
        return false;
    *end = at + length;
    *name = view_slice(symbol, at, *end);
    return true;
}

View ptx_function_name(View symbol)
{
    View name = symbol;
    bool nested = view_starts(symbol, "_ZN");
    size_t at = nested ? 3 : 2;
    if (!view_starts(symbol, "_Z"))
        return symbol;
    while (source_name_at(symbol, at, &name, &at) && nested)
        continue;
    return name;
}

/* A function's static is mangled as _ZZ<function>E<length><name>, with _<n> behind it when there
 * are several of that name (Itanium C++ ABI 5.1.4.7). */
View ptx_source_name(View symbol)
{
    if (!view_starts(symbol, "_ZZ"))
        return symbol;
    for (size_t at = symbol.size; at-- > 3;) {
        if (symbol.data[at] != 'E')
            continue;
        View name;
        size_t end;
        if (source_name_at(symbol, at + 1, &name, &end) &&
            (end == symbol.size || symbol.data[end] == '_'))
            return name;
    }
    return symbol;
}
