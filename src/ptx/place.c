/* Which line of the learner's own source an instruction belongs to, and variables' names there. */
#include "ptx/place.h"

static View file_name(const PtxModule *module, uint32_t index)
{
    return index < module->file_count ? module->files[index].name : VIEW("");
}

/* Code that the compiler has moved, such as a load out of a loop, stands at line 0: it belongs to
 * what comes after it. */
static const PtxInst *next_with_line(const PtxModule *module, const PtxInst *inst)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        const PtxInst *end = function->insts + function->inst_count;
        if (inst < function->insts || inst >= end)
            continue;
        for (const PtxInst *next = inst; next < end; next++)
            if (next->loc && next->loc->line)
                return next;
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
        inst = next_with_line(module, inst);
    const PtxLoc *outermost = inst->loc;
    while (outermost->inlined)
        outermost = outermost->inlined;
    const PtxLoc *own = inst->loc;
    while (own->file != outermost->file)
        own = own->inlined;
    return (PtxPlace){file_name(module, own->file), own->line};
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
        size_t digits = at + 1, length = 0;
        while (digits < symbol.size && symbol.data[digits] >= '0' && symbol.data[digits] <= '9' &&
               length < symbol.size)
            length = length * 10 + (size_t)(symbol.data[digits++] - '0');
        bool whole = length > 0 && digits + length <= symbol.size &&
                     (digits + length == symbol.size || symbol.data[digits + length] == '_');
        if (whole)
            return view_slice(symbol, digits, digits + length);
    }
    return symbol;
}
