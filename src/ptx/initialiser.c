/* Initialisers: nested lists of numbers and addresses to bytes and relocations. */
#include "ptx/initialiser.h"

#include <string.h>

#include "ptx/constant.h"
#include "ptx/opaque.h"

/* The variable being filled: elements of `bytes` each; list level n holds strides[n] elements. */
typedef struct Filling {
    Parser *parser;
    const PtxSymbol *symbol;
    uint32_t bytes;
    uint32_t levels;                            /* dimensions, and one more for vector types */
    uint64_t sizes[INITIALISER_DIMS_MAX + 1];   /* 0: open */
    uint64_t strides[INITIALISER_DIMS_MAX + 1]; /* elements that one item of the level takes */
} Filling;

/* Room for the bytes up to `end`; what is skipped is zero. */
static bool reserve(Filling *filling, uint64_t end)
{
    Parser *parser = filling->parser;
    size_t old = parser->data.size;
    if (end <= old)
        return true;
    if (end - old > parser->data_left)
        return parser_fail(parser, parser->lexer.token.pos, "the initialisers are too large");
    parser->data_left -= end - old;
    vec_reserve(&parser->data, end);
    memset(parser->data.data + old, 0, end - old);
    parser->data.size = end;
    return true;
}

static uint64_t constant_bits(const Constant *constant, PtxType type)
{
    bool is_float = ptx_type_kind(type) == PTX_KIND_FLOAT;
    if (constant->kind == CONSTANT_INT && !is_float)
        return constant->bits;
    if (type == PTX_F64 || (type != PTX_F32 && constant->kind == CONSTANT_F64)) {
        double value = constant_double(constant);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    if (type != PTX_F32 || constant->kind == CONSTANT_F32)
        return constant->bits;
    float value = (float)constant_double(constant);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool put_constant(Filling *filling, uint64_t element, const Constant *constant)
{
    uint64_t offset = element * filling->bytes;
    uint64_t bits = constant_bits(constant, filling->symbol->type);
    if (!reserve(filling, offset + filling->bytes))
        return false;
    for (uint32_t i = 0; i < filling->bytes && i < 8; i++)
        filling->parser->data.data[offset + i] = (uint8_t)(bits >> 8 * i);
    return true;
}

/* "name", "generic(name)", both with "+ n" or "- n" behind. */
static bool parse_address(Parser *parser, PtxRelocation *out)
{
    PtxPos pos;
    Constant addend;
    if (!parser_need_name(parser, &out->name, &pos))
        return false;
    if (view_equal_text(out->name, "generic") && parser_take(parser, '(')) {
        out->generic = true;
        if (!parser_need_name(parser, &out->name, &pos) || !parser_need(parser, ')'))
            return false;
    }
    if (!lexer_is(&parser->lexer, '+') && !lexer_is(&parser->lexer, '-'))
        return true;
    pos = parser->lexer.token.pos;
    if (!constant_parse(parser, &addend))
        return false;
    if (addend.kind != CONSTANT_INT)
        return parser_fail(parser, pos, "an offset must be an integer");
    out->addend = (int64_t)addend.bits;
    return true;
}

/* "0xFF00(address)": the mask says which byte of the address stands here. */
static bool parse_masked(Filling *filling, const Constant *mask, PtxRelocation *out)
{
    Parser *parser = filling->parser;
    PtxPos pos = parser->lexer.token.pos;
    uint64_t bits = mask->bits;
    while (mask->kind == CONSTANT_INT && bits && !(bits & 0xff)) {
        bits >>= 8;
        out->shift += 8;
    }
    if (mask->kind != CONSTANT_INT || bits != 0xff || filling->bytes != 1)
        return parser_fail(parser, pos, "a mask must be 0xFF of one byte, in an array of bytes");
    out->size = 1;
    return parser_need(parser, '(') && parse_address(parser, out) && parser_need(parser, ')');
}

static bool put_address(Filling *filling, uint64_t element, PtxPos pos, PtxRelocation relocation)
{
    Parser *parser = filling->parser;
    uint64_t offset = element * filling->bytes;
    uint32_t reg;
    if (relocation.size != 1 && filling->bytes != 4 && filling->bytes != 8)
        return parser_fail(parser, pos, "an address doesn't fit an element of %u bytes",
                           filling->bytes);
    relocation.offset = (uint32_t)offset;
    const Name *name = names_find(&parser->names, relocation.name, &reg);
    if (name && name->kind == NAME_SYMBOL)
        relocation.symbol = name->object;
    else if (name && name->kind == NAME_FUNCTION)
        relocation.function = name->object;
    vec_push(&parser->data_relocations, relocation);
    return reserve(filling, offset + filling->bytes);
}

static bool parse_scalar(Filling *filling, uint64_t element)
{
    Parser *parser = filling->parser;
    PtxPos pos = parser->lexer.token.pos;
    PtxRelocation relocation = {.size = (uint8_t)filling->bytes};
    Constant constant;
    if (parser->lexer.token.kind == TOKEN_NAME &&
        !view_equal_text(parser->lexer.token.text, "WARP_SZ"))
        return parse_address(parser, &relocation) && put_address(filling, element, pos, relocation);
    if (!constant_parse(parser, &constant))
        return false;
    if (!lexer_is(&parser->lexer, '('))
        return put_constant(filling, element, &constant);
    return parse_masked(filling, &constant, &relocation) &&
           put_address(filling, element, pos, relocation);
}

/* "{ item, ... }" of one level, from `element` on. `count`: the items found. */
static bool parse_list(Filling *filling, uint32_t level, uint64_t element, uint64_t *count)
{
    Parser *parser = filling->parser;
    *count = 0;
    if (!parser_need(parser, '{'))
        return false;
    while (!lexer_is(&parser->lexer, '}')) {
        PtxPos pos = parser->lexer.token.pos;
        uint64_t inner, at = element + *count * filling->strides[level];
        if (filling->sizes[level] && *count >= filling->sizes[level])
            return parser_fail(parser, pos, "more initialisers than '%.*s' has elements",
                               NAME_ARG(filling->symbol->name));
        bool last = level + 1 == filling->levels;
        if (!(last ? parse_scalar(filling, at) : parse_list(filling, level + 1, at, &inner)))
            return false;
        ++*count;
        if (!parser_take(parser, ','))
            break;
    }
    return parser_need(parser, '}');
}

static void start(Filling *filling, const uint64_t *dims, uint32_t dim_count)
{
    uint64_t stride = 1;
    filling->levels = dim_count;
    for (uint32_t i = 0; i < dim_count; i++)
        filling->sizes[i] = dims[i];
    if (filling->symbol->vector > 1)
        filling->sizes[filling->levels++] = filling->symbol->vector;
    for (uint32_t i = filling->levels; i-- > 0; stride *= filling->sizes[i])
        filling->strides[i] = stride;
}

static void keep(Parser *parser, PtxSymbol *symbol)
{
    symbol->data = PARSER_KEEP(parser, &parser->data);
    symbol->data_size = parser->data.size;
    symbol->relocations = PARSER_KEEP(parser, &parser->data_relocations);
    symbol->relocation_count = (uint32_t)parser->data_relocations.size;
    for (uint32_t i = 0; i < symbol->relocation_count; i++)
        vec_push(&parser->relocations, &symbol->relocations[i]);
}

static bool parse_opaque(Parser *parser, PtxSymbol *symbol)
{
    static const uint8_t nothing[OPAQUE_BYTES];
    if (symbol->is_array || symbol->vector > 1)
        return parser_fail(parser, symbol->pos, "arrays of .%s can't have an initialiser",
                           ptx_type_text(symbol->type));
    uint8_t data[OPAQUE_BYTES] = {0};
    if (!opaque_parse(parser, data))
        return false;
    if (memcmp(data, nothing, sizeof data) != 0) {
        symbol->data = parser_keep(parser, data, OPAQUE_BYTES, 1);
        symbol->data_size = OPAQUE_BYTES;
    }
    return true;
}

bool initialiser_parse(Parser *parser, PtxSymbol *symbol, uint64_t *dims, uint32_t dim_count)
{
    Filling filling = {.parser = parser, .symbol = symbol, .bytes = ptx_type_bytes(symbol->type)};
    uint64_t count;
    vec_clear(&parser->data);
    vec_clear(&parser->data_relocations);
    if (filling.bytes == 0)
        return parse_opaque(parser, symbol);
    start(&filling, dims, dim_count);
    if (filling.levels == 0 ? !parse_scalar(&filling, 0) : !parse_list(&filling, 0, 0, &count))
        return false;
    if (dim_count > 0 && dims[0] == 0)
        dims[0] = count;
    keep(parser, symbol);
    return true;
}

void initialiser_resolve(Parser *parser)
{
    for (size_t i = 0; i < parser->relocations.size; i++) {
        PtxRelocation *relocation = parser->relocations.data[i];
        uint32_t reg;
        if (relocation->symbol || relocation->function)
            continue;
        const Name *name = names_find(&parser->names, relocation->name, &reg);
        if (name && name->kind == NAME_SYMBOL)
            relocation->symbol = name->object;
        else if (name && name->kind == NAME_FUNCTION)
            relocation->function = name->object;
    }
}
