/* Bodies of functions back to text. Scopes are flattened: a name that two of them have gets a
 * suffix. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "ptx/printer.h"

/* Names used so far, of the module and the function. */
typedef struct Used {
    Map map;
    Arena arena;
    uint32_t suffix;
} Used;

static View add_unique(Used *used, View name)
{
    char *text = arena_clone(&used->arena, name);
    for (char *at = text; *at; at++) /* "v.x" of a vector register */
        if (*at == '.')
            *at = '$';
    View out = {text, name.size};
    while (map_get(&used->map, out))
        out = view_of(arena_format(&used->arena, "%s$$%u", text, ++used->suffix));
    map_put(&used->map, out, used);
    return out;
}

static void use_module(Used *used, const PtxModule *module)
{
    for (uint32_t i = 0; i < module->symbol_count; i++)
        map_put(&used->map, module->symbols[i]->name, used);
    for (uint32_t i = 0; i < module->function_count; i++)
        map_put(&used->map, module->functions[i]->name, used);
}

static void use_params(Used *used, PtxSymbol **params, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        map_put(&used->map, params[i]->name, used);
}

static void start(Printer *printer, Used *used, const PtxModule *module)
{
    const PtxFunction *function = printer->function;
    use_module(used, module);
    use_params(used, function->params, function->param_count);
    use_params(used, function->results, function->result_count);
    printer->regs = arena_alloc_array(&used->arena, function->reg_count + 1, sizeof(View));
    printer->locals = arena_alloc_array(&used->arena, function->local_count + 1, sizeof(View));
    printer->labels = arena_alloc_array(&used->arena, function->label_count + 1, sizeof(View));
    printer->tables = arena_alloc_array(&used->arena, function->table_count + 1, sizeof(View));
    for (uint32_t i = 0; i < function->reg_count; i++)
        printer->regs[i] = add_unique(used, function->regs[i].name);
    for (uint32_t i = 0; i < function->local_count; i++)
        printer->locals[i] = add_unique(used, function->locals[i]->name);
    for (uint32_t i = 0; i < function->label_count; i++)
        printer->labels[i] = add_unique(used, function->labels[i].name);
    for (uint32_t i = 0; i < function->table_count; i++)
        printer->tables[i] = add_unique(used, function->tables[i]->name);
}

/* How many registers from `first` on are prefix0, prefix1, ... of one type; `prefix` is set. */
static uint32_t range_size(const Printer *printer, uint32_t first, View *prefix)
{
    const PtxFunction *function = printer->function;
    View name = printer->regs[first];
    *prefix = view_slice(name, 0, name.size - 1);
    if (name.data[name.size - 1] != '0' || prefix->size == 0 ||
        (prefix->data[prefix->size - 1] >= '0' && prefix->data[prefix->size - 1] <= '9'))
        return 0;
    uint32_t count = 1;
    for (; first + count < function->reg_count; count++) {
        uint64_t number;
        View next = printer->regs[first + count];
        if (function->regs[first + count].type != function->regs[first].type ||
            next.size <= prefix->size || memcmp(next.data, prefix->data, prefix->size) != 0 ||
            !view_to_u64(view_slice(next, prefix->size, next.size), &number) || number != count)
            break;
    }
    return count;
}

static void print_regs(const Printer *printer)
{
    const PtxFunction *function = printer->function;
    for (uint32_t i = 0; i < function->reg_count;) {
        View prefix;
        uint32_t count = range_size(printer, i, &prefix);
        const char *type = ptx_type_text(function->regs[i].type);
        if (count)
            strbuf_format(printer->out, "\t.reg .%s %.*s<%u>;\n", type, VIEW_ARG(prefix), count);
        else
            strbuf_format(printer->out, "\t.reg .%s %.*s;\n", type, VIEW_ARG(printer->regs[i]));
        i += count ? count : 1;
    }
}

static void print_locals(const Printer *printer)
{
    for (uint32_t i = 0; i < printer->function->local_count; i++) {
        const PtxSymbol *local = printer->function->locals[i];
        strbuf_add_text(printer->out, local->linkage == PTX_LINK_EXTERN ? "\t.extern "
                                      : local->linkage == PTX_LINK_WEAK ? "\t.weak "
                                                                        : "\t");
        printer_variable(printer->out, local, printer->locals[i]);
        strbuf_add_text(printer->out, ";\n");
    }
}

static void print_table(const Printer *printer, const PtxTable *table)
{
    StrBuf *out = printer->out;
    strbuf_add(out, printer_table(printer, table));
    strbuf_add_text(out, table->kind == 'p'   ? ": .callprototype "
                         : table->kind == 'b' ? ": .branchtargets "
                                              : ": .calltargets ");
    if (table->kind == 'p')
        printer_header(table->prototype, VIEW("_"), out);
    for (uint32_t i = 0; i < table->count; i++) {
        strbuf_add_text(out, i ? ", " : "");
        strbuf_add(out, table->kind == 'b' ? printer_label(printer, table->labels[i])
                                           : table->functions[i]->name);
    }
    strbuf_add_text(out, ";\n");
}

static void print_place(const PtxModule *module, const PtxLoc *loc, StrBuf *out)
{
    strbuf_format(out, "%u %u %u", module->files[loc->file].number, loc->line, loc->column);
}

/* The places that this one was inlined at come first, the outermost before all, so that reading
 * them again finds the chain. */
static void print_loc(const PtxModule *module, const PtxLoc *loc, StrBuf *out)
{
    enum { CHAIN_MAX = 256 };
    const PtxLoc *chain[CHAIN_MAX];
    int count = 0;
    for (; loc && count < CHAIN_MAX; loc = loc->inlined)
        chain[count++] = loc;
    while (count-- > 0) {
        strbuf_add_text(out, "\t.loc ");
        print_place(module, chain[count], out);
        if (chain[count]->label.size) {
            strbuf_format(out, ", function_name %.*s", VIEW_ARG(chain[count]->label));
            if (chain[count]->label_offset)
                strbuf_format(out, "+%u", chain[count]->label_offset);
        }
        if (chain[count]->inlined) {
            strbuf_add_text(out, ", inlined_at ");
            print_place(module, chain[count]->inlined, out);
        }
        strbuf_add_byte(out, '\n');
    }
}

static void print_code(const PtxModule *module, const Printer *printer)
{
    const PtxFunction *function = printer->function;
    const PtxLoc *loc = NULL;
    uint32_t label = 0;
    for (uint32_t i = 0; i <= function->inst_count; i++) {
        for (; label < function->label_count && function->labels[label].inst == i; label++)
            strbuf_format(printer->out, "%.*s:\n", VIEW_ARG(printer->labels[label]));
        if (i == function->inst_count)
            return;
        if (function->insts[i].loc != loc)
            print_loc(module, loc = function->insts[i].loc, printer->out);
        strbuf_add_byte(printer->out, '\t');
        printer_inst(printer, &function->insts[i]);
        strbuf_add_byte(printer->out, '\n');
    }
}

void printer_function(const PtxModule *module, const PtxFunction *function, StrBuf *out)
{
    Used used = {0};
    Printer printer = {.function = function, .out = out};
    start(&printer, &used, module);
    printer_header(function, function->name, out);
    strbuf_add_text(out, "\n{\n");
    print_regs(&printer);
    print_locals(&printer);
    for (uint32_t i = 0; i < function->table_count; i++)
        print_table(&printer, function->tables[i]);
    print_code(module, &printer);
    strbuf_add_text(out, "}\n");
    map_free(&used.map);
    arena_free(&used.arena);
}
