/* IR back to PTX text: instructions and their operands, and the order of a module. */
#include "ptx/print.h"

#include <inttypes.h>

#include "ptx/printer.h"

View printer_reg(const Printer *printer, uint32_t reg)
{
    return printer->regs ? printer->regs[reg] : printer->function->regs[reg].name;
}

View printer_table(const Printer *printer, const PtxTable *table)
{
    for (uint32_t i = 0; printer->tables && i < printer->function->table_count; i++)
        if (printer->function->tables[i] == table)
            return printer->tables[i];
    return table->name;
}

View printer_label(const Printer *printer, uint32_t inst)
{
    const PtxFunction *function = printer->function;
    uint32_t low = 0, high = function->label_count;
    while (low < high) { /* labels stand in the order of their instructions */
        uint32_t middle = low + (high - low) / 2;
        if (function->labels[middle].inst < inst)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == function->label_count || function->labels[low].inst != inst)
        return VIEW("$end");
    return printer->labels ? printer->labels[low] : function->labels[low].name;
}

static View symbol_name(const Printer *printer, const PtxSymbol *symbol)
{
    bool local = symbol->function == printer->function && printer->locals &&
                 symbol->index < printer->function->local_count &&
                 printer->function->locals[symbol->index] == symbol;
    return local ? printer->locals[symbol->index] : symbol->name;
}

static void print_immediate(const PtxOperand *operand, StrBuf *out)
{
    if (operand->is_f32)
        strbuf_format(out, "0f%08" PRIX32, (uint32_t)operand->imm);
    else if (operand->is_f64)
        strbuf_format(out, "0d%016" PRIX64, (uint64_t)operand->imm);
    else
        strbuf_format(out, "%" PRId64, operand->imm);
}

static void print_special(const PtxOperand *operand, StrBuf *out)
{
    strbuf_add_text(out, ptx_special_text((PtxSpecial)operand->special));
    if (ptx_special_components((PtxSpecial)operand->special))
        strbuf_format(out, ".%c", "xyzw"[operand->component & 3]);
}

static void print_selector(const PtxOperand *operand, StrBuf *out)
{
    if (!operand->selector)
        return;
    strbuf_format(out, ".%c", ptx_selector_letter(operand));
    for (uint32_t i = 0; i < ptx_selector_count(operand); i++)
        strbuf_format(out, "%u", ptx_selector_digit(operand, i));
}

static void print_offset(int64_t offset, StrBuf *out)
{
    if (offset)
        strbuf_format(out, "+%" PRId64, offset);
}

static void print_operand(const Printer *printer, const PtxOperand *operand);

static void print_items_from(const Printer *printer, const PtxOperand *operand, uint32_t first,
                             const char *between)
{
    for (uint32_t i = first; i < operand->item_count; i++) {
        if (i > first)
            strbuf_add_text(printer->out, between);
        print_operand(printer, &operand->items[i]);
    }
}

static void print_items(const Printer *printer, const PtxOperand *operand, const char *between)
{
    print_items_from(printer, operand, 0, between);
}

static void print_address(const Printer *printer, const PtxOperand *operand)
{
    StrBuf *out = printer->out;
    strbuf_add_byte(out, '[');
    if (operand->reg != PTX_NO_REG)
        strbuf_add(out, printer_reg(printer, operand->reg));
    else if (operand->symbol)
        strbuf_add(out, symbol_name(printer, operand->symbol));
    if (operand->reg != PTX_NO_REG || operand->symbol)
        print_offset(operand->imm, out);
    else
        strbuf_format(out, "%" PRId64, operand->imm);
    if (operand->sampler) {
        strbuf_add_text(out, ", ");
        print_operand(printer, &operand->items[0]);
    }
    if (operand->item_count) {
        strbuf_add_text(out, ", {");
        print_items_from(printer, operand, operand->sampler, ", ");
        strbuf_add_byte(out, '}');
    }
    strbuf_add_byte(out, ']');
}

static void print_group(const Printer *printer, const PtxOperand *operand, char open, char close)
{
    strbuf_add_byte(printer->out, open);
    print_items(printer, operand, ", ");
    strbuf_add_byte(printer->out, close);
}

static void print_operand(const Printer *printer, const PtxOperand *operand)
{
    StrBuf *out = printer->out;
    switch ((PtxOperandKind)operand->kind) {
    case PTX_OPERAND_NONE:
        return;
    case PTX_OPERAND_REG:
        strbuf_add_text(out, operand->negate ? "!" : "");
        strbuf_add(out, printer_reg(printer, operand->reg));
        print_selector(operand, out);
        return;
    case PTX_OPERAND_IMM:
        print_immediate(operand, out);
        return;
    case PTX_OPERAND_SPECIAL:
        print_special(operand, out);
        return;
    case PTX_OPERAND_ADDRESS:
        print_address(printer, operand);
        return;
    case PTX_OPERAND_SYMBOL:
        strbuf_add(out, symbol_name(printer, operand->symbol));
        print_offset(operand->imm, out);
        return;
    case PTX_OPERAND_FUNCTION:
        strbuf_add(out, operand->function->name);
        return;
    case PTX_OPERAND_LABEL:
        strbuf_add(out, printer_label(printer, operand->label));
        return;
    case PTX_OPERAND_TABLE:
        strbuf_add(out, printer_table(printer, operand->table));
        return;
    case PTX_OPERAND_VECTOR:
        print_group(printer, operand, '{', '}');
        return;
    case PTX_OPERAND_LIST:
        print_group(printer, operand, '(', ')');
        return;
    case PTX_OPERAND_PAIR:
        print_items(printer, operand, "|");
        return;
    case PTX_OPERAND_SINK:
        strbuf_add_byte(out, '_');
        return;
    }
}

void printer_inst(const Printer *printer, const PtxInst *inst)
{
    StrBuf *out = printer->out;
    if (inst->guard != PTX_NO_REG) {
        strbuf_add_text(out, inst->guard_negate ? "@!" : "@");
        strbuf_add(out, printer_reg(printer, inst->guard));
        strbuf_add_byte(out, ' ');
    }
    strbuf_add(out, inst->mnemonic);
    const char *between = " ";
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        if (inst->operands[i].kind == PTX_OPERAND_NONE)
            continue;
        strbuf_add_text(out, between);
        print_operand(printer, &inst->operands[i]);
        between = ", ";
    }
    strbuf_add_byte(out, ';');
}

void ptx_print_inst(const PtxFunction *function, const PtxInst *inst, StrBuf *out)
{
    Printer printer = {.function = function, .out = out};
    printer_inst(&printer, inst);
}

static void print_start(const PtxModule *module, StrBuf *out)
{
    strbuf_format(out, ".version %u.%u\n.target %.*s%s%s\n.address_size %u\n",
                  module->version_major, module->version_minor, VIEW_ARG(module->target),
                  module->target_independent ? ", texmode_independent" : "",
                  module->target_debug ? ", debug" : "", module->address_size);
    for (uint32_t i = 0; i < module->file_count; i++) {
        strbuf_format(out, ".file %u \"", module->files[i].number);
        strbuf_add(out, module->files[i].name); /* any byte may stand in it */
        strbuf_add_text(out, "\"\n");
    }
}

static void print_linkage(PtxLinkage linkage, StrBuf *out)
{
    if (linkage != PTX_LINK_LOCAL)
        strbuf_format(out, ".%s ", ptx_linkage_text(linkage));
}

static void print_symbols(const PtxModule *module, StrBuf *out)
{
    for (uint32_t i = 0; i < module->symbol_count; i++) {
        print_linkage(module->symbols[i]->linkage, out);
        printer_variable(out, module->symbols[i], module->symbols[i]->name);
        strbuf_add_text(out, ";\n");
    }
}

/* Declarations first, so that initialisers and calls find every function. Kernels are called by
 * nobody here. */
static void print_declarations(const PtxModule *module, StrBuf *out)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        if (function->is_entry && function->has_body)
            continue;
        print_linkage(function->linkage, out);
        printer_header(function, function->name, out);
        strbuf_add_text(out, ";\n");
    }
}

static void print_section(const PtxSection *section, StrBuf *out)
{
    strbuf_format(out, ".section %.*s\n{", VIEW_ARG(section->name));
    strbuf_add(out, section->body); /* any byte may stand in a comment */
    strbuf_add_text(out, "}\n");
}

void ptx_print_module(const PtxModule *module, StrBuf *out)
{
    print_start(module, out);
    print_declarations(module, out);
    print_symbols(module, out);
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!module->functions[i]->has_body)
            continue;
        print_linkage(module->functions[i]->linkage, out);
        printer_function(module, module->functions[i], out);
    }
    for (uint32_t i = 0; i < module->section_count; i++)
        print_section(&module->sections[i], out);
}
