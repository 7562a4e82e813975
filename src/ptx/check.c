/* Whether an instruction's operands are what one of its forms asks for. */
#include "ptx/check.h"

#include <stdarg.h>
#include <stdio.h>

enum { VECTOR_BYTES_MAX = 32 };

/* Why the form that came furthest doesn't fit. */
typedef struct Mismatch {
    uint32_t depth; /* operands that fitted; 0 with nothing said */
    PtxPos pos;
    View form;
    char text[240];
} Mismatch;

/* One form being tried. */
typedef struct Trial {
    const Parser *parser;
    const Form *form;
    const PtxInst *inst;
    uint32_t depth;
    Mismatch *mismatch;
} Trial;

__attribute__((format(printf, 3, 4))) static bool differ(Trial *trial, PtxPos pos,
                                                         const char *format, ...)
{
    Mismatch *mismatch = trial->mismatch;
    if (mismatch->text[0] && mismatch->depth >= trial->depth)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(mismatch->text, sizeof mismatch->text, format, args);
    va_end(args);
    mismatch->depth = trial->depth;
    mismatch->pos = pos;
    mismatch->form = trial->form->text;
    return false;
}

/* The type and width an operand must have. */
typedef struct Wanted {
    PtxType type;
    uint32_t bytes; /* 0 for predicates */
    PtxKind kind;
    bool wider;
} Wanted;

static Wanted wanted_of(const Trial *trial, const FormOperand *spec)
{
    PtxType type = spec->kind == FORM_TYPE ? spec->type : (PtxType)trial->inst->types[spec->index];
    Wanted wanted = {type, ptx_type_bytes(type), ptx_type_kind(type), spec->wider};
    if (spec->twice)
        wanted.bytes *= 2;
    return wanted;
}

static bool reg_fits(const Wanted *wanted, PtxType reg)
{
    uint32_t bytes = ptx_type_bytes(reg);
    PtxKind kind = ptx_type_kind(reg);
    if (wanted->kind == PTX_KIND_PRED || kind == PTX_KIND_PRED)
        return wanted->kind == kind;
    if (wanted->kind == PTX_KIND_FLOAT && kind != PTX_KIND_FLOAT && kind != PTX_KIND_BITS)
        return false;
    if (wanted->kind != PTX_KIND_FLOAT && wanted->kind != PTX_KIND_BITS && kind == PTX_KIND_FLOAT)
        return false;
    return bytes == wanted->bytes || (wanted->wider && bytes > wanted->bytes);
}

static bool check_reg(Trial *trial, const FormOperand *spec, const Wanted *wanted,
                      const PtxOperand *operand)
{
    const PtxReg *reg = &trial->parser->regs.data[operand->reg];
    if (operand->negate && wanted->kind != PTX_KIND_PRED)
        return differ(trial, operand->pos, "'!' takes a predicate");
    if (reg_fits(wanted, reg->type))
        return true;
    return differ(trial, operand->pos, "operand %.*s: register %.*s is .%s, not .%s%s",
                  VIEW_ARG(spec->name), NAME_ARG(reg->name), ptx_type_text(reg->type),
                  ptx_type_text(wanted->type), spec->twice ? " of twice the width" : "");
}

static bool check_constant(Trial *trial, const FormOperand *spec, const Wanted *wanted,
                           const PtxOperand *operand)
{
    bool is_float = operand->is_f32 || operand->is_f64;
    bool fits = is_float ? wanted->kind == PTX_KIND_FLOAT || wanted->kind == PTX_KIND_BITS
                         : wanted->kind != PTX_KIND_FLOAT || wanted->bytes < 4;
    return fits || differ(trial, operand->pos, "operand %.*s: %s constant where .%s is needed",
                          VIEW_ARG(spec->name), is_float ? "a float" : "an integer",
                          ptx_type_text(wanted->type));
}

static bool check_special(Trial *trial, const Wanted *wanted, const PtxOperand *operand)
{
    PtxType type = ptx_special_type((PtxSpecial)operand->special);
    return reg_fits(wanted, type) || differ(trial, operand->pos, "%s is .%s, not .%s",
                                            ptx_special_text((PtxSpecial)operand->special),
                                            ptx_type_text(type), ptx_type_text(wanted->type));
}

static bool check_scalar(Trial *trial, const FormOperand *spec, const Wanted *wanted,
                         const PtxOperand *operand)
{
    int op = trial->inst->op;
    if (operand->selector && (op < PTX_OP_VADD || op > PTX_OP_VSET4))
        return differ(trial, operand->pos, "only video instructions take selectors");
    if (operand->kind == PTX_OPERAND_REG)
        return check_reg(trial, spec, wanted, operand);
    if (spec->written)
        return operand->kind == PTX_OPERAND_SINK ||
               differ(trial, operand->pos, "operand %.*s must be a register", VIEW_ARG(spec->name));
    if (operand->kind == PTX_OPERAND_IMM)
        return check_constant(trial, spec, wanted, operand);
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return check_special(trial, wanted, operand);
    bool address = wanted->kind != PTX_KIND_FLOAT && (wanted->bytes == 4 || wanted->bytes == 8);
    if ((operand->kind == PTX_OPERAND_SYMBOL || operand->kind == PTX_OPERAND_FUNCTION) && address)
        return true;
    if (operand->kind == PTX_OPERAND_LABEL)
        return differ(trial, operand->pos, "operand %.*s is not a name declared above",
                      VIEW_ARG(spec->name));
    return differ(trial, operand->pos, "operand %.*s must be a register or a constant of type .%s",
                  VIEW_ARG(spec->name), ptx_type_text(wanted->type));
}

static bool check_items(Trial *trial, const FormOperand *spec, const Wanted *wanted,
                        const PtxOperand *operand)
{
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (!check_scalar(trial, spec, wanted, &operand->items[i]))
            return false;
    return true;
}

/* "{a, b}" that makes up one value of 2 or 4 parts (ISA 9.7.9 mov). */
static bool check_packed(Trial *trial, const FormOperand *spec, const Wanted *wanted,
                         const PtxOperand *operand)
{
    static const PtxType parts[] = {[1] = PTX_B8, [2] = PTX_B16, [4] = PTX_B32, [8] = PTX_B64};
    uint32_t count = operand->item_count;
    uint32_t bytes = count == 2 || count == 4 ? wanted->bytes / count : 0;
    if (bytes == 0 || bytes * count != wanted->bytes)
        return differ(trial, operand->pos, "%u parts don't make up a .%s", count,
                      ptx_type_text(wanted->type));
    Wanted part = {parts[bytes], bytes, PTX_KIND_BITS, false};
    return check_items(trial, spec, &part, operand);
}

static bool check_value(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    Wanted wanted = wanted_of(trial, spec);
    uint32_t vector = spec->vector ? trial->inst->vector : 1;
    if (operand->kind == PTX_OPERAND_VECTOR && spec->packed)
        return check_packed(trial, spec, &wanted, operand);
    if (vector == 1 && operand->kind != PTX_OPERAND_VECTOR)
        return check_scalar(trial, spec, &wanted, operand);
    if (vector * wanted.bytes > VECTOR_BYTES_MAX)
        return differ(trial, operand->pos, "a vector of more than %d bytes", VECTOR_BYTES_MAX);
    if (operand->kind != PTX_OPERAND_VECTOR || operand->item_count != vector)
        return differ(trial, operand->pos, "operand %.*s must be %s%.0u", VIEW_ARG(spec->name),
                      vector == 1 ? "one value" : "a vector in braces of length ",
                      vector == 1 ? 0 : vector);
    return check_items(trial, spec, &wanted, operand);
}

/* The state space that a variable must be in. */
static PtxSpace declared_space(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_PARAM_ENTRY:
    case PTX_SPACE_PARAM_FUNC:
        return PTX_SPACE_PARAM;
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
        return PTX_SPACE_SHARED;
    default:
        return space;
    }
}

static bool check_address(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_ADDRESS)
        return differ(trial, operand->pos, "operand %.*s must be an address in brackets",
                      VIEW_ARG(spec->name));
    if (operand->item_count)
        return differ(trial, operand->pos, "operand %.*s has no coordinates", VIEW_ARG(spec->name));
    if (operand->reg != PTX_NO_REG) {
        const PtxReg *reg = &trial->parser->regs.data[operand->reg];
        uint32_t bytes = ptx_type_bytes(reg->type);
        return (ptx_type_kind(reg->type) != PTX_KIND_FLOAT && (bytes == 4 || bytes == 8)) ||
               differ(trial, operand->pos, "register %.*s is .%s: an address has 32 or 64 bits",
                      NAME_ARG(reg->name), ptx_type_text(reg->type));
    }
    PtxSpace space = declared_space((PtxSpace)trial->inst->space);
    if (!operand->symbol || space == PTX_SPACE_GENERIC || trial->inst->space2 ||
        operand->symbol->space == space)
        return true;
    return differ(trial, operand->pos, "'%.*s' is in .%s, not in .%s",
                  NAME_ARG(operand->symbol->name), ptx_space_text(operand->symbol->space),
                  ptx_space_text(space));
}

/* "{a, b, ...}" of registers of 32 or 64 bits, or of 16; how many there must be is the executor's
 * to say. */
static bool check_fragment(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_VECTOR)
        return differ(trial, operand->pos, "operand %.*s must be a vector in braces",
                      VIEW_ARG(spec->name));
    for (uint32_t i = 0; i < operand->item_count; i++) {
        const PtxOperand *item = &operand->items[i];
        if (!spec->written && item->kind == PTX_OPERAND_IMM)
            continue;
        const PtxReg *reg =
            item->kind == PTX_OPERAND_REG ? &trial->parser->regs.data[item->reg] : NULL;
        uint32_t bytes = reg ? ptx_type_bytes(reg->type) : 0;
        bool fits = spec->type == PTX_B16 ? bytes == 2 : bytes == 4 || bytes == 8;
        if (item->negate || item->selector || !fits)
            return differ(trial, item->pos, "operand %.*s: its registers have %s bits",
                          VIEW_ARG(spec->name), spec->type == PTX_B16 ? "16" : "32 or 64");
    }
    return true;
}

/* "[a, {x, y}]" with coordinates in registers of 32 bits or as constants; a sampler before them is
 * a variable or a register of 64 bits. */
static bool check_texel(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_ADDRESS || !operand->item_count)
        return differ(trial, operand->pos, "operand %.*s must have coordinates in its brackets",
                      VIEW_ARG(spec->name));
    for (uint32_t i = operand->sampler; i < operand->item_count; i++) {
        const PtxOperand *item = &operand->items[i];
        const PtxReg *reg =
            item->kind == PTX_OPERAND_REG ? &trial->parser->regs.data[item->reg] : NULL;
        bool fits = reg ? ptx_type_bytes(reg->type) == 4 : item->kind == PTX_OPERAND_IMM;
        if (item->negate || item->selector || !fits)
            return differ(trial, item->pos, "a coordinate is a register of 32 bits or a constant");
    }
    return true;
}

static bool check_operand(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    switch (spec->kind) {
    case FORM_ADDRESS:
        return check_address(trial, spec, operand);
    case FORM_TEXEL:
        return check_texel(trial, spec, operand);
    case FORM_FRAGMENT:
        return check_fragment(trial, spec, operand);
    case FORM_IMM:
        return (operand->kind == PTX_OPERAND_IMM && !operand->is_f32 && !operand->is_f64) ||
               differ(trial, operand->pos, "operand %.*s must be an integer constant",
                      VIEW_ARG(spec->name));
    case FORM_LABEL:
    case FORM_TABLE:
        return operand->kind == PTX_OPERAND_LABEL ||
               differ(trial, operand->pos, "operand %.*s must be a label", VIEW_ARG(spec->name));
    default:
        return check_value(trial, spec, operand);
    }
}

/* "d|p", or d alone where the form lets p be missing. */
static bool check_pair(Trial *trial, const FormOperand *spec, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_PAIR)
        return check_operand(trial, &spec[0], &operand->items[0]) &&
               check_operand(trial, &spec[1], &operand->items[1]);
    if (!spec[1].optional)
        return differ(trial, operand->pos, "operand %.*s|%.*s must be a pair",
                      VIEW_ARG(spec[0].name), VIEW_ARG(spec[1].name));
    return check_operand(trial, spec, operand);
}

static bool fits(Trial *trial)
{
    const Form *form = trial->form;
    const PtxInst *inst = trial->inst;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < form->operand_count; i++) {
        const FormOperand *spec = &form->operands[i];
        bool pair = i + 1 < form->operand_count && spec[1].second;
        trial->depth = taken;
        if (taken == inst->operand_count) {
            if (spec->optional)
                return true;
            return differ(trial, inst->pos, "operand %.*s is missing", VIEW_ARG(spec->name));
        }
        const PtxOperand *operand = &inst->operands[taken++];
        if (!(pair ? check_pair : check_operand)(trial, spec, operand))
            return false;
        i += pair;
    }
    trial->depth = taken;
    return taken == inst->operand_count ||
           differ(trial, inst->operands[taken].pos, "there are more operands than it takes");
}

/* Names that the form takes as tables are looked up as such when their scope closes. */
static void mark_tables(const Form *form, PtxInst *inst)
{
    for (uint32_t i = 0; i < form->operand_count && i < inst->operand_count; i++)
        if (form->operands[i].kind == FORM_TABLE)
            inst->operands[i].kind = PTX_OPERAND_TABLE;
}

bool check_instruction(Parser *parser, const Opcode *opcode, PtxInst *inst)
{
    Mismatch mismatch = {0};
    if (inst->op == PTX_OP_CALL)
        return check_call(parser, inst);
    for (uint32_t i = 0; i < opcode->form_count; i++) {
        Trial trial = {parser, &opcode->forms[i], inst, 0, &mismatch};
        if (fits(&trial)) {
            mark_tables(trial.form, inst);
            return true;
        }
    }
    return parser_fail(parser, mismatch.pos, "%.*s: %s; the form is '%.*s'",
                       NAME_ARG(inst->mnemonic), mismatch.text, VIEW_ARG(mismatch.form));
}
