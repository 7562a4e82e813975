/* Operands of instructions: registers, constants, addresses, names, vectors, pairs. */
#include "ptx/operand.h"

#include <string.h>

#include "ptx/constant.h"
#include "ptx/element.h"
#include "ptx/lookup.h"

enum { VECTOR_MAX = 128, LIST_MAX = 4096, SELECTOR_MAX = 4, NO_SLOT = -1 };

static bool parse_constant(Parser *parser, PtxOperand *out)
{
    Constant constant;
    if (!constant_parse(parser, &constant))
        return false;
    out->kind = PTX_OPERAND_IMM;
    out->imm = (int64_t)constant.bits;
    out->is_f32 = constant.kind == CONSTANT_F32;
    out->is_f64 = constant.kind == CONSTANT_F64;
    return true;
}

/* "+ n" or "- n" behind a base; nothing is 0. */
static bool parse_offset(Parser *parser, int64_t *out)
{
    if (!lexer_is(&parser->lexer, '+') && !lexer_is(&parser->lexer, '-'))
        return true;
    PtxPos pos = parser->lexer.token.pos;
    Constant constant;
    if (!constant_parse(parser, &constant))
        return false;
    if (constant.kind != CONSTANT_INT)
        return parser_fail(parser, pos, "an offset must be an integer");
    *out = (int64_t)constant.bits;
    return true;
}

/* "name[2]" or "name[%r1 + 2]", the address of an element, or "name + 8" (ISA 6.4.2, 6.4.3). */
static bool parse_place(Parser *parser, int64_t slot, PtxOperand *out)
{
    if (!parser_take(parser, '['))
        return parse_offset(parser, &out->imm);
    uint64_t index = 0;
    int64_t more = 0;
    if (slot != NO_SLOT && element_is_reg(parser)) {
        if (!element_parse_reg(parser, out) || !parse_offset(parser, &more))
            return false;
        index = (uint64_t)more;
    } else if (!parser_need_number(parser, "the index of an element", UINT32_MAX, &index)) {
        return false;
    }
    out->element = slot != NO_SLOT;
    out->imm = (int64_t)(index * element_bytes(out->symbol));
    return parser_need(parser, ']');
}

/* All components of a vector register, as if written in braces. */
static void expand_vector(Parser *parser, const Name *name, PtxOperand *out)
{
    out->kind = PTX_OPERAND_VECTOR;
    out->reg = PTX_NO_REG;
    out->item_count = name->count;
    out->items = arena_alloc_array(&parser->module->arena, name->count, sizeof *out->items);
    for (uint32_t i = 0; i < name->count; i++)
        out->items[i] =
            (PtxOperand){.kind = PTX_OPERAND_REG, .reg = name->reg + i, .pos = out->pos};
}

/* .x .y .z .w, or as colours .r .g .b .a: 0 to 3; -1 for anything else. */
static int component_of(View word)
{
    const char *at = word.size == 1 ? strchr("xyzwrgba", word.data[0]) : NULL;
    return at ? (int)(at - "xyzwrgba") & 3 : -1;
}

/* ".b2", ".h10", ".b3210" of video instructions. */
static uint32_t selector_of(View word)
{
    if (word.size < 2 || word.size > 1 + SELECTOR_MAX || !strchr("bh", word.data[0]))
        return 0;
    uint32_t selector = (uint32_t)word.data[0] << 24 | (uint32_t)(word.size - 1) << 16;
    for (size_t i = 1; i < word.size; i++) {
        if (word.data[i] < '0' || word.data[i] > '7')
            return 0;
        selector |= (uint32_t)(word.data[i] - '0') << 4 * (word.size - 1 - i);
    }
    return selector;
}

static bool take_component(Parser *parser, const Name *name, PtxOperand *out)
{
    View word = parser->lexer.token.text;
    int component = component_of(word);
    if (name->kind == NAME_VECTOR) {
        if (component < 0 || (uint32_t)component >= name->count)
            return parser_expected(parser, "a component such as .x");
        out->reg += (uint32_t)component;
    } else {
        out->selector = selector_of(word);
        if (!out->selector)
            return parser_expected(parser, "',' or ';'");
    }
    lexer_next(&parser->lexer);
    return true;
}

static bool use_reg(Parser *parser, const Name *name, uint32_t reg, PtxOperand *out)
{
    out->kind = PTX_OPERAND_REG;
    out->reg = reg;
    if (parser->lexer.token.kind == TOKEN_DOT)
        return take_component(parser, name, out);
    if (name->kind == NAME_VECTOR)
        expand_vector(parser, name, out);
    return true;
}

static bool parse_special(Parser *parser, View text, PtxOperand *out)
{
    PtxSpecial special;
    if (!lookup_special(text, &special))
        return parser_fail(parser, out->pos, "'%.*s' is not a declared register", NAME_ARG(text));
    out->kind = PTX_OPERAND_SPECIAL;
    out->special = (uint16_t)special;
    uint32_t components = ptx_special_components(special);
    if (components == 0)
        return true;
    int component =
        parser->lexer.token.kind == TOKEN_DOT ? component_of(parser->lexer.token.text) : -1;
    if (component < 0 || (uint32_t)component >= components)
        return parser_fail(parser, out->pos, "'%.*s' needs a component: .x, .y or .z",
                           NAME_ARG(text));
    out->component = (uint8_t)component;
    lexer_next(&parser->lexer);
    return true;
}

/* A name that isn't known yet: a label or table further down, or a mistake. */
static bool use_unknown(Parser *parser, View text, int64_t slot, PtxOperand *out)
{
    if (slot == NO_SLOT)
        return parser_fail(parser, out->pos, "'%.*s' is not defined", NAME_ARG(text));
    out->kind = PTX_OPERAND_LABEL;
    vec_push(&parser->fixups, (Fixup){.name = text, .pos = out->pos, .slot = (size_t)slot});
    return true;
}

/* The name is taken already; the token is what follows it. */
static bool use_name(Parser *parser, View text, int64_t slot, PtxOperand *out)
{
    uint32_t reg = PTX_NO_REG;
    if (text.size == 1 && text.data[0] == '_') {
        out->kind = PTX_OPERAND_SINK;
        return true;
    }
    const Name *name = names_find(&parser->names, text, &reg);
    if (!name && (text.data[0] == '%' || view_equal_text(text, "WARP_SZ")))
        return parse_special(parser, text, out);
    if (!name || name->kind == NAME_LABEL || name->kind == NAME_TABLE)
        return use_unknown(parser, text, slot, out);
    switch ((NameKind)name->kind) {
    case NAME_SYMBOL:
        out->kind = PTX_OPERAND_SYMBOL;
        out->symbol = name->object;
        return parse_place(parser, slot, out);
    case NAME_FUNCTION:
        out->kind = PTX_OPERAND_FUNCTION;
        out->function = name->object;
        return true;
    default:
        return use_reg(parser, name, reg, out);
    }
}

static bool parse_name(Parser *parser, int64_t slot, PtxOperand *out)
{
    View text;
    PtxPos pos;
    return parser_need_name(parser, &text, &pos) && use_name(parser, text, slot, out);
}

static bool parse_simple(Parser *parser, int64_t slot, PtxOperand *out);
static bool parse_items(Parser *parser, int close, uint32_t limit, PtxOperand *out);

/* The sampler of "[texture, sampler, {x, y}]" before the coordinates. */
static void put_first(Parser *parser, const PtxOperand *sampler, PtxOperand *out)
{
    PtxOperand *items =
        arena_alloc_array(&parser->module->arena, out->item_count + 1, sizeof *items);
    items[0] = *sampler;
    memcpy(items + 1, out->items, out->item_count * sizeof *items);
    out->items = items;
    out->item_count++;
    out->sampler = true;
}

/* Behind the comma of "[texture, {x, y}]", "[texture, x]" or "[texture, sampler, {x, y}]". */
static bool parse_coordinates(Parser *parser, PtxOperand *out)
{
    if (parser_take(parser, '{'))
        return parse_items(parser, '}', VECTOR_MAX, out);
    out->items = arena_alloc(&parser->module->arena, sizeof *out->items);
    out->item_count = 1;
    if (!parse_simple(parser, NO_SLOT, &out->items[0]))
        return false;
    if (out->sampler || !parser_take(parser, ','))
        return true;
    PtxOperand sampler = out->items[0];
    out->sampler = true;
    if (!parse_coordinates(parser, out))
        return false;
    put_first(parser, &sampler, out);
    return true;
}

/* "[base + offset]" with a register, a variable, or a number alone. */
static bool parse_address(Parser *parser, PtxOperand *out)
{
    bool ok = parser->lexer.token.kind == TOKEN_NAME ? parse_name(parser, NO_SLOT, out)
                                                     : parse_constant(parser, out);
    if (!ok)
        return false;
    if (out->kind == PTX_OPERAND_REG && !out->selector)
        ok = parse_offset(parser, &out->imm);
    else if (out->kind != PTX_OPERAND_SYMBOL &&
             (out->kind != PTX_OPERAND_IMM || out->is_f32 || out->is_f64))
        return parser_fail(parser, out->pos,
                           "an address must be a 32- or 64-bit register, "
                           "a variable or an integer, with an offset");
    out->kind = PTX_OPERAND_ADDRESS;
    if (ok && parser_take(parser, ','))
        ok = parse_coordinates(parser, out);
    return ok && parser_need(parser, ']');
}

/* Items up to `close`, to the arena. */
static bool parse_items(Parser *parser, int close, uint32_t limit, PtxOperand *out)
{
    size_t first = parser->operands.size;
    do {
        PtxOperand item;
        if (parser->operands.size - first == limit)
            return parser_fail(parser, parser->lexer.token.pos, "more than %u items", limit);
        if (!parse_simple(parser, NO_SLOT, &item))
            return false;
        vec_push(&parser->operands, item);
    } while (parser_take(parser, ','));
    out->item_count = (uint32_t)(parser->operands.size - first);
    out->items =
        parser_keep(parser, parser->operands.data + first, out->item_count, sizeof *out->items);
    parser->operands.size = first;
    return parser_need(parser, close);
}

static bool parse_vector(Parser *parser, PtxOperand *out)
{
    if (!parse_items(parser, '}', VECTOR_MAX, out))
        return false;
    out->kind = PTX_OPERAND_VECTOR;
    for (uint32_t i = 0; i < out->item_count; i++)
        if (out->items[i].kind == PTX_OPERAND_VECTOR || out->items[i].kind == PTX_OPERAND_ADDRESS)
            return parser_fail(parser, out->items[i].pos, "a vector holds registers or constants");
    return true;
}

static bool parse_negated(Parser *parser, PtxOperand *out)
{
    if (parser->lexer.token.kind != TOKEN_NAME) {
        if (!parse_constant(parser, out) || out->is_f32 || out->is_f64)
            return parser_fail(parser, out->pos, "'!' takes a predicate");
        out->imm = !out->imm;
        return true;
    }
    if (!parse_name(parser, NO_SLOT, out))
        return false;
    if (out->kind != PTX_OPERAND_REG || parser->regs.data[out->reg].type != PTX_PRED)
        return parser_fail(parser, out->pos, "'!' takes a predicate register");
    out->negate = true;
    return true;
}

static bool is_name(const Parser *parser)
{
    return parser->lexer.token.kind == TOKEN_NAME &&
           !view_equal_text(parser->lexer.token.text, "WARP_SZ");
}

/* An operand without "|". Vectors and addresses don't nest, so this goes one level deep. */
static bool parse_simple(Parser *parser, int64_t slot, PtxOperand *out)
{
    *out = (PtxOperand){.reg = PTX_NO_REG, .pos = parser->lexer.token.pos};
    if (is_name(parser))
        return parse_name(parser, slot, out);
    if (slot != NO_SLOT && parser_take(parser, '['))
        return parse_address(parser, out);
    if (slot != NO_SLOT && parser_take(parser, '{'))
        return parse_vector(parser, out);
    if (parser_take(parser, '!'))
        return parse_negated(parser, out);
    return parse_constant(parser, out);
}

bool operand_parse(Parser *parser, size_t slot, PtxOperand *out)
{
    if (!parse_simple(parser, (int64_t)slot, out))
        return false;
    if (!lexer_is(&parser->lexer, '|'))
        return true;
    PtxOperand *items = arena_alloc_array(&parser->module->arena, 2, sizeof *items);
    items[0] = *out;
    *out = (PtxOperand){.kind = PTX_OPERAND_PAIR,
                        .reg = PTX_NO_REG,
                        .items = items,
                        .item_count = 2,
                        .pos = out->pos};
    lexer_next(&parser->lexer);
    return parse_simple(parser, NO_SLOT, &items[1]);
}

bool operand_parse_list(Parser *parser, PtxOperand *out)
{
    *out = (PtxOperand){.reg = PTX_NO_REG, .pos = parser->lexer.token.pos};
    if (!parser_need(parser, '('))
        return false;
    if (parser_take(parser, ')'))
        return true;
    if (!parse_items(parser, ')', LIST_MAX, out))
        return false;
    out->kind = PTX_OPERAND_LIST;
    return true;
}

bool operand_parse_guard(Parser *parser, uint32_t *reg)
{
    PtxOperand operand = {.reg = PTX_NO_REG, .pos = parser->lexer.token.pos};
    if (!parse_name(parser, NO_SLOT, &operand))
        return false;
    if (operand.kind != PTX_OPERAND_REG || parser->regs.data[operand.reg].type != PTX_PRED)
        return parser_fail(parser, operand.pos, "a guard must be a predicate register");
    *reg = operand.reg;
    return true;
}
