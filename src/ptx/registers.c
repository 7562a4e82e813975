/* Declarations of registers: ".reg .b32 %r<12>, a, b;" (ISA 5.4.1, 5.4.2). */
#include <string.h>

#include "ptx/lookup.h"
#include "ptx/variable.h"

static bool count_regs(Parser *parser, PtxPos pos, uint64_t count)
{
    if (count > parser->regs_left)
        return parser_fail(parser, pos, "more than %u registers in a module", PTX_REGS_MAX);
    parser->regs_left -= (uint32_t)count;
    vec_reserve(&parser->regs, parser->regs.size + count);
    return true;
}

/* Writes `number` in decimal, returns its length. */
static size_t write_number(char *out, uint32_t number)
{
    char digits[10];
    size_t size = 0;
    do
        digits[size++] = (char)('0' + number % 10);
    while (number /= 10);
    for (size_t i = 0; i < size; i++)
        out[i] = digits[size - 1 - i];
    return size;
}

/* The names of a range, in one piece of memory. */
static void push_range(Parser *parser, PtxType type, View prefix, uint32_t count)
{
    char *at = arena_alloc_array(&parser->module->arena, count, prefix.size + 10);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(at, prefix.data, prefix.size);
        size_t size = prefix.size + write_number(at + prefix.size, i);
        vec_push(&parser->regs, (PtxReg){{at, size}, type});
        at += size;
    }
}

/* A literal, since ">" ends it. */
static bool parse_count(Parser *parser, uint32_t *count)
{
    const Token *token = &parser->lexer.token;
    if (token->kind != TOKEN_INT)
        return parser_expected(parser, "a number of registers");
    if (!count_regs(parser, token->pos, token->value))
        return false;
    *count = (uint32_t)token->value;
    lexer_next(&parser->lexer);
    return true;
}

static bool add_range(Parser *parser, PtxType type, View prefix, PtxPos pos)
{
    uint32_t count = 0;
    if (!parse_count(parser, &count) || !parser_need(parser, '>'))
        return false;
    Name *name = names_add(&parser->names, prefix, NAME_RANGE);
    if (!name)
        return parser_fail(parser, pos, "registers '%.*s<>' are defined twice", NAME_ARG(prefix));
    name->reg = (uint32_t)parser->regs.size;
    name->count = count;
    push_range(parser, type, prefix, count);
    return true;
}

static void push_components(Parser *parser, PtxType type, View text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char *name = arena_alloc(&parser->module->arena, text.size + 2);
        memcpy(name, text.data, text.size);
        name[text.size] = '.';
        name[text.size + 1] = "xyzw"[i];
        vec_push(&parser->regs, (PtxReg){{name, text.size + 2}, type});
    }
}

static bool add_reg(Parser *parser, const VariableSpec *spec, View text, PtxPos pos)
{
    if (!count_regs(parser, pos, spec->vector))
        return false;
    Name *name = names_add(&parser->names, text, spec->vector > 1 ? NAME_VECTOR : NAME_REG);
    if (!name)
        return parser_fail(parser, pos, "'%.*s' is defined twice", NAME_ARG(text));
    name->reg = (uint32_t)parser->regs.size;
    name->count = spec->vector;
    if (spec->vector > 1)
        push_components(parser, spec->type, text, spec->vector);
    else
        vec_push(&parser->regs, (PtxReg){text, spec->type});
    return true;
}

static bool parse_type(Parser *parser, VariableSpec *spec)
{
    PtxPos pos = parser->lexer.token.pos;
    spec->vector = 1;
    while (parser->lexer.token.kind == TOKEN_DOT) {
        Word word = lookup_word(parser->lexer.token.text);
        if (word.kind == WORD_TYPE && spec->type == PTX_TYPE_NONE)
            spec->type = (PtxType)word.value;
        else if (word.kind == WORD_VECTOR && spec->vector == 1 && word.value <= 4)
            spec->vector = (uint8_t)word.value;
        else
            return parser_expected(parser, "the type of a register");
        lexer_next(&parser->lexer);
    }
    bool scalar = ptx_type_bytes(spec->type) > 0 && ptx_type_kind(spec->type) != PTX_KIND_OPAQUE;
    if (spec->type != PTX_PRED && !scalar)
        return parser_fail(parser, pos, "a register can't have type .%s",
                           ptx_type_text(spec->type));
    return true;
}

bool variable_parse_regs(Parser *parser)
{
    VariableSpec spec = {0};
    if (!parse_type(parser, &spec))
        return false;
    do {
        View name;
        PtxPos pos;
        if (!parser_need_name(parser, &name, &pos))
            return false;
        bool range = spec.vector == 1 && parser_take(parser, '<');
        if (!(range ? add_range(parser, spec.type, name, pos) : add_reg(parser, &spec, name, pos)))
            return false;
    } while (parser_take(parser, ','));
    return parser_need(parser, ';');
}
