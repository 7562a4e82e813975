/* Whether two modules hold the same. */
#include "same.h"

#include <string.h>

#include "ptx/parse.h"

typedef struct Comparison {
    StrBuf *why;
    const PtxFunction *a, *b; /* at hand */
} Comparison;

static bool differ(const Comparison *comparison, const char *what, uint64_t a, uint64_t b)
{
    strbuf_format(comparison->why, "%s differs: %llu, %llu", what, (unsigned long long)a,
                  (unsigned long long)b);
    if (comparison->a)
        strbuf_format(comparison->why, " in %.*s", VIEW_ARG(comparison->a->name));
    return false;
}

#define SAME(field)                                                          \
    do {                                                                     \
        if (a->field != b->field)                                            \
            return differ(comparison, #field, (uint64_t)(uintptr_t)a->field, \
                          (uint64_t)(uintptr_t)b->field);                    \
    } while (0)

static bool same_name(const Comparison *comparison, View a, View b)
{
    return view_equal(a, b) || differ(comparison, "a name", a.size, b.size);
}

static bool same_relocations(const Comparison *comparison, const PtxSymbol *x, const PtxSymbol *y)
{
    for (uint32_t i = 0; i < x->relocation_count; i++) {
        const PtxRelocation *a = &x->relocations[i], *b = &y->relocations[i];
        SAME(offset);
        SAME(size);
        SAME(shift);
        SAME(generic);
        SAME(addend);
        if (!same_name(comparison, a->name, b->name) || !a->symbol != !b->symbol ||
            !a->function != !b->function)
            return false;
    }
    return true;
}

static bool same_symbol(const Comparison *comparison, const PtxSymbol *a, const PtxSymbol *b)
{
    SAME(space);
    SAME(linkage);
    SAME(type);
    SAME(vector);
    SAME(align);
    SAME(size);
    SAME(count);
    SAME(is_array);
    SAME(managed);
    SAME(ptr);
    SAME(ptr_space);
    SAME(ptr_align);
    SAME(data_size);
    SAME(relocation_count);
    if (a->data_size && memcmp(a->data, b->data, a->data_size) != 0)
        return differ(comparison, "initial data", 0, 0);
    return same_relocations(comparison, a, b);
}

static bool same_symbols(const Comparison *comparison, PtxSymbol **a, PtxSymbol **b, uint32_t count,
                         bool names)
{
    for (uint32_t i = 0; i < count; i++)
        if ((names && !same_name(comparison, a[i]->name, b[i]->name)) ||
            !same_symbol(comparison, a[i], b[i]))
            return false;
    return true;
}

static bool same_operands(const Comparison *comparison, const PtxOperand *x, const PtxOperand *y,
                          uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const PtxOperand *a = &x[i], *b = &y[i];
        SAME(kind);
        SAME(negate);
        SAME(is_f32);
        SAME(is_f64);
        SAME(component);
        SAME(special);
        SAME(selector);
        SAME(reg);
        SAME(imm);
        SAME(label);
        SAME(item_count);
        if (a->symbol && a->symbol->index != b->symbol->index)
            return differ(comparison, "symbol", a->symbol->index, b->symbol->index);
        if (a->function && !same_name(comparison, a->function->name, b->function->name))
            return false;
        if (a->table && (a->table->kind != b->table->kind || a->table->count != b->table->count))
            return differ(comparison, "table", a->table->kind, b->table->kind);
        if (!same_operands(comparison, a->items, b->items, a->item_count))
            return false;
    }
    return true;
}

static bool same_loc(const Comparison *comparison, const PtxLoc *a, const PtxLoc *b)
{
    for (; a && b; a = a->inlined, b = b->inlined) {
        SAME(file);
        SAME(line);
        SAME(column);
        if (!same_name(comparison, a->function, b->function))
            return false;
    }
    return a == b || differ(comparison, "depth of inlining", a != NULL, b != NULL);
}

static bool same_inst(const Comparison *comparison, const PtxInst *a, const PtxInst *b)
{
    SAME(op);
    SAME(type_count);
    SAME(space);
    SAME(space2);
    SAME(vector);
    SAME(operand_count);
    SAME(guard);
    SAME(guard_negate);
    if (memcmp(a->types, b->types, sizeof a->types) != 0 ||
        memcmp(a->mods, b->mods, sizeof a->mods) != 0)
        return differ(comparison, "mnemonic", a->op, b->op);
    return same_operands(comparison, a->operands, b->operands, a->operand_count) &&
           same_loc(comparison, a->loc, b->loc);
}

static bool same_body(const Comparison *comparison, const PtxFunction *a, const PtxFunction *b)
{
    SAME(reg_count);
    SAME(local_count);
    SAME(local_size);
    SAME(inst_count);
    SAME(label_count);
    SAME(table_count);
    for (uint32_t i = 0; i < a->reg_count; i++)
        if (a->regs[i].type != b->regs[i].type)
            return differ(comparison, "type of register", i, i);
    for (uint32_t i = 0; i < a->label_count; i++)
        if (a->labels[i].inst != b->labels[i].inst)
            return differ(comparison, "place of label", i, i);
    for (uint32_t i = 0; i < a->inst_count; i++)
        if (!same_inst(comparison, &a->insts[i], &b->insts[i])) {
            strbuf_format(comparison->why, ", lines %u and %u", a->insts[i].pos.line,
                          b->insts[i].pos.line);
            return false;
        }
    return same_symbols(comparison, a->locals, b->locals, a->local_count, false);
}

static bool same_function(Comparison *comparison, const PtxFunction *a, const PtxFunction *b)
{
    comparison->a = a;
    comparison->b = b;
    SAME(linkage);
    SAME(is_entry);
    SAME(has_body);
    SAME(noreturn);
    SAME(param_count);
    SAME(param_size);
    SAME(result_count);
    SAME(minnctapersm);
    SAME(maxnreg);
    SAME(maxclusterrank);
    SAME(explicit_cluster);
    for (int i = 0; i < 3; i++) {
        SAME(maxntid[i]);
        SAME(reqntid[i]);
        SAME(cluster[i]);
    }
    return same_name(comparison, a->name, b->name) &&
           same_symbols(comparison, a->params, b->params, a->param_count, true) &&
           same_symbols(comparison, a->results, b->results, a->result_count, true) &&
           same_body(comparison, a, b);
}

bool same_modules(const PtxModule *a, const PtxModule *b, StrBuf *why)
{
    Comparison here = {.why = why}, *comparison = &here;
    SAME(version_major);
    SAME(version_minor);
    SAME(target_sm);
    SAME(target_debug);
    SAME(file_count);
    SAME(symbol_count);
    SAME(function_count);
    SAME(section_count);
    if (!same_symbols(comparison, a->symbols, b->symbols, a->symbol_count, true))
        return false;
    for (uint32_t i = 0; i < a->function_count; i++) {
        /* The printer puts declarations before kernels, so the order may differ. */
        const PtxFunction *other = ptx_find_function(b, a->functions[i]->name);
        if (!other)
            return differ(comparison, "set of functions", i, 0);
        if (!same_function(comparison, a->functions[i], other))
            return false;
    }
    return true;
}
