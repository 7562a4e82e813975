/* Declarations of variables and parameters. */
#include "ptx/variable.h"

#include "ptx/initialiser.h"
#include "ptx/lookup.h"

static uint64_t align_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) & ~(align - 1);
}

static bool parse_align(Parser *parser, uint32_t *align)
{
    PtxPos pos = parser->lexer.token.pos;
    uint64_t value;
    if (!parser_need_number(parser, "an alignment", PTX_ALIGN_MAX, &value))
        return false;
    if (value == 0 || (value & (value - 1)))
        return parser_fail(parser, pos, "an alignment must be a power of two, found %llu",
                           (unsigned long long)value);
    *align = (uint32_t)value;
    return true;
}

/* Past "( ... )" of an attribute; remembers .managed (ISA 5.4.6). */
static bool parse_attribute(Parser *parser, VariableSpec *spec)
{
    if (!parser_need(parser, '('))
        return false;
    for (uint32_t depth = 1; depth > 0; lexer_next(&parser->lexer)) {
        if (parser->lexer.token.kind == TOKEN_END)
            return parser_expected(parser, "')'");
        depth += lexer_is(&parser->lexer, '(');
        depth -= lexer_is(&parser->lexer, ')');
        spec->managed |= parser_is_word(parser, "managed");
    }
    return true;
}

/* ".ptr" is read already: ".global .align 4" may follow (ISA 7.1: kernel parameters). */
static bool parse_ptr(Parser *parser, VariableSpec *spec)
{
    spec->ptr = true;
    if (parser->lexer.token.kind == TOKEN_DOT) {
        Word word = lookup_word(parser->lexer.token.text);
        if (word.kind == WORD_SPACE) {
            spec->ptr_space = (PtxSpace)word.value;
            lexer_next(&parser->lexer);
        }
    }
    return !parser_take_word(parser, "align") || parse_align(parser, &spec->ptr_align);
}

static bool take_spec_word(Parser *parser, VariableSpec *spec)
{
    Word word = lookup_word(parser->lexer.token.text);
    if (word.kind == WORD_TYPE && spec->type == PTX_TYPE_NONE)
        spec->type = (PtxType)word.value;
    else if (word.kind == WORD_VECTOR && spec->vector == 1)
        spec->vector = (uint8_t)word.value;
    else
        return parser_expected(parser, "a type, .align, or a name");
    lexer_next(&parser->lexer);
    return true;
}

bool variable_parse_spec(Parser *parser, VariableSpec *spec)
{
    PtxPos pos = parser->lexer.token.pos;
    spec->vector = 1;
    while (parser->lexer.token.kind == TOKEN_DOT) {
        bool ok = parser_take_word(parser, "align")       ? parse_align(parser, &spec->align)
                  : parser_take_word(parser, "attribute") ? parse_attribute(parser, spec)
                  : parser_take_word(parser, "ptr")       ? parse_ptr(parser, spec)
                                                          : take_spec_word(parser, spec);
        if (!ok)
            return false;
    }
    if (spec->type == PTX_TYPE_NONE)
        return parser_expected(parser, "a type such as .b32");
    if (ptx_type_bytes(spec->type) == 0 && ptx_type_kind(spec->type) != PTX_KIND_OPAQUE)
        return parser_fail(parser, pos, "a variable can't have type .%s",
                           ptx_type_text(spec->type));
    return true;
}

/* "[4][]...": dims of the array; the first may be empty (0). */
static bool parse_dims(Parser *parser, PtxSymbol *symbol, uint64_t *dims, uint32_t *dim_count)
{
    *dim_count = 0;
    while (parser_take(parser, '[')) {
        PtxPos pos = parser->lexer.token.pos;
        uint64_t size = 0;
        if (*dim_count == INITIALISER_DIMS_MAX)
            return parser_fail(parser, pos, "an array of more than %d dimensions",
                               INITIALISER_DIMS_MAX);
        bool empty = *dim_count == 0 && lexer_is(&parser->lexer, ']');
        if (!empty && !parser_need_number(parser, "an array size", PTX_VARIABLE_MAX, &size))
            return false;
        if (!empty && size == 0 && *dim_count > 0)
            return parser_fail(parser, pos, "an array dimension of size 0");
        if (!parser_need(parser, ']'))
            return false;
        dims[(*dim_count)++] = size;
        symbol->is_array = true;
    }
    return true;
}

static uint64_t element_bytes(const PtxSymbol *symbol)
{
    uint64_t bytes = ptx_type_bytes(symbol->type);
    if (ptx_type_kind(symbol->type) == PTX_KIND_OPAQUE)
        bytes = 8; /* a handle */
    return bytes * symbol->vector;
}

/* Count and size from the dimensions, within the limits of the space. */
static bool set_size(Parser *parser, PtxSymbol *symbol, const uint64_t *dims, uint32_t dim_count)
{
    uint64_t limit = symbol->space == PTX_SPACE_GLOBAL ? PTX_VARIABLE_MAX : PTX_LOCAL_MAX;
    bool open = dim_count > 0 && dims[0] == 0;
    symbol->count = 1;
    for (uint32_t i = open; i < dim_count; i++) {
        if (__builtin_mul_overflow(symbol->count, dims[i], &symbol->count))
            symbol->count = UINT64_MAX;
    }
    if (__builtin_mul_overflow(symbol->count, element_bytes(symbol), &symbol->size) ||
        symbol->size > limit)
        return parser_fail(
            parser, symbol->pos, "variable '%.*s' is larger than the limit of %llu bytes in .%s",
            NAME_ARG(symbol->name), (unsigned long long)limit, ptx_space_text(symbol->space));
    if (open)
        symbol->count = symbol->size = 0;
    return true;
}

static bool parse_shape(Parser *parser, const VariableSpec *spec, PtxSymbol *out, uint64_t *dims,
                        uint32_t *dim_count)
{
    View name;
    PtxPos pos;
    if (!parser_need_name(parser, &name, &pos))
        return false;
    *out = (PtxSymbol){.name = name,
                       .pos = pos,
                       .space = spec->space,
                       .linkage = spec->linkage,
                       .type = spec->type,
                       .vector = spec->vector,
                       .managed = spec->managed,
                       .ptr = spec->ptr,
                       .ptr_space = spec->ptr_space,
                       .ptr_align = spec->ptr_align};
    uint64_t natural = element_bytes(out);
    out->align = spec->align ? spec->align : (uint32_t)natural;
    if (!parse_dims(parser, out, dims, dim_count))
        return false;
    return set_size(parser, out, dims, *dim_count);
}

bool variable_parse_name(Parser *parser, const VariableSpec *spec, PtxSymbol *out)
{
    uint64_t dims[INITIALISER_DIMS_MAX];
    uint32_t dim_count;
    return parse_shape(parser, spec, out, dims, &dim_count);
}

static bool twice(Parser *parser, const PtxSymbol *symbol)
{
    return parser_fail(parser, symbol->pos, "'%.*s' is defined twice", NAME_ARG(symbol->name));
}

/* A second declaration of a module's variable: fine if one of the two is .extern. */
static bool merge(Parser *parser, const Name *old, const PtxSymbol *fresh)
{
    PtxSymbol *symbol = old->object;
    if (old->kind != NAME_SYMBOL || parser->function ||
        (symbol->linkage != PTX_LINK_EXTERN && fresh->linkage != PTX_LINK_EXTERN))
        return twice(parser, fresh);
    if (symbol->space != fresh->space || symbol->type != fresh->type)
        return parser_fail(parser, fresh->pos, "'%.*s' was declared differently in line %u",
                           NAME_ARG(fresh->name), symbol->pos.line);
    if (fresh->linkage != PTX_LINK_EXTERN) {
        uint32_t index = symbol->index;
        *symbol = *fresh;
        symbol->index = index;
    }
    return true;
}

/* Function-scope .local and .param variables get their place in the frame. */
static bool place(Parser *parser, PtxSymbol *symbol)
{
    PtxFunction *function = parser->function;
    uint64_t *end = symbol->space == PTX_SPACE_LOCAL   ? &function->local_size
                    : symbol->space == PTX_SPACE_PARAM ? &parser->param_offset
                                                       : NULL;
    if (!end)
        return true;
    symbol->offset = align_up(*end, symbol->align);
    *end = symbol->offset + symbol->size;
    if (symbol->space == PTX_SPACE_PARAM && *end > function->frame_param_size)
        function->frame_param_size = *end;
    if (*end > PTX_LOCAL_MAX)
        return parser_fail(parser, symbol->pos, "the function's .%s variables exceed %llu bytes",
                           ptx_space_text(symbol->space), (unsigned long long)PTX_LOCAL_MAX);
    return true;
}

static bool add(Parser *parser, const PtxSymbol *fresh)
{
    const Name *old = names_find_here(&parser->names, fresh->name);
    if (old)
        return merge(parser, old, fresh);
    PtxSymbol *symbol = arena_alloc(&parser->module->arena, sizeof *symbol);
    *symbol = *fresh;
    symbol->function = parser->function;
    Name *name = names_add(&parser->names, symbol->name, NAME_SYMBOL);
    name->object = symbol;
    if (!parser->function) {
        symbol->index = (uint32_t)parser->symbols.size;
        vec_push(&parser->symbols, symbol);
        return true;
    }
    symbol->index = (uint32_t)parser->locals.size;
    vec_push(&parser->locals, symbol);
    return place(parser, symbol);
}

/* "[]" is for what the launch or another module gives a size, or the initialiser. */
static bool check_size(Parser *parser, const PtxSymbol *symbol)
{
    if (symbol->size > 0 || symbol->linkage == PTX_LINK_EXTERN || symbol->space == PTX_SPACE_SHARED)
        return true;
    return parser_fail(parser, symbol->pos, "'%.*s' has no size", NAME_ARG(symbol->name));
}

/* "name<3>" declares name0, name1 and name2 (ISA 5.4.4); neither an array nor an initialiser
 * follows. `symbol` is what is written before "<". */
static bool parse_range(Parser *parser, PtxSymbol symbol)
{
    View prefix = symbol.name;
    const Token *token = &parser->lexer.token;
    if (token->kind != TOKEN_INT)
        return parser_expected(parser, "a number of variables");
    uint64_t count = token->value;
    if (count > parser->ranged_left)
        return parser_fail(parser, token->pos, "more than %u variables of ranges in a module",
                           PTX_RANGED_MAX);
    parser->ranged_left -= (uint32_t)count;
    lexer_next(&parser->lexer);
    if (!parser_need(parser, '>') || !check_size(parser, &symbol))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        symbol.name = view_of(
            arena_format(&parser->module->arena, "%.*s%u", (int)prefix.size, prefix.data, i));
        if (!add(parser, &symbol))
            return false;
    }
    return true;
}

static bool parse_one(Parser *parser, const VariableSpec *spec)
{
    uint64_t dims[INITIALISER_DIMS_MAX];
    uint32_t dim_count;
    PtxSymbol symbol;
    if (!parse_shape(parser, spec, &symbol, dims, &dim_count))
        return false;
    if (dim_count == 0 && parser_take(parser, '<'))
        return parse_range(parser, symbol);
    if (lexer_is(&parser->lexer, '=')) {
        if (spec->space != PTX_SPACE_GLOBAL && spec->space != PTX_SPACE_CONST)
            return parser_fail(parser, symbol.pos, "a variable in .%s can't have an initialiser",
                               ptx_space_text(spec->space));
        lexer_next(&parser->lexer);
        if (!initialiser_parse(parser, &symbol, dims, dim_count) ||
            !set_size(parser, &symbol, dims, dim_count))
            return false;
    }
    return check_size(parser, &symbol) && add(parser, &symbol);
}

bool variable_parse(Parser *parser, PtxLinkage linkage, PtxSpace space)
{
    VariableSpec spec = {.linkage = linkage, .space = space};
    if (!variable_parse_spec(parser, &spec))
        return false;
    if (space == PTX_SPACE_TEX) { /* ".tex .u32 t" is the old way to write it (ISA 5.1.8) */
        spec.space = PTX_SPACE_GLOBAL;
        spec.type = PTX_TEXREF;
    }
    do {
        if (!parse_one(parser, &spec))
            return false;
    } while (parser_take(parser, ','));
    return parser_need(parser, ';');
}
