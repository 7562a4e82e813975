/* Headers of functions: linkage, parameters with their places, performance directives. */
#include "ptx/function.h"

#include "ptx/variable.h"

/* What the parameters of a kernel may take (CUDA programming guide, since 12.1). */
enum { ENTRY_PARAM_BYTES = 32764 };

typedef VEC(PtxSymbol *) Symbols;

static bool place_param(Parser *parser, PtxSymbol *param, uint64_t *end)
{
    param->offset = (*end + param->align - 1) & ~(uint64_t)(param->align - 1);
    *end = param->offset + param->size;
    if (param->size == 0 && param->is_array) /* .param .b8 x[]: of unknown size, ISA 7.2 */
        return parser_fail(parser, param->pos, "parameter '%.*s' without a size is not supported",
                           NAME_ARG(param->name));
    return true;
}

static bool parse_param(Parser *parser, Symbols *params, uint64_t *end)
{
    VariableSpec spec = {.space = PTX_SPACE_PARAM};
    if (parser_is_word(parser, "reg"))
        return parser_fail(parser, parser->lexer.token.pos,
                           ".reg parameters are not supported; use .param");
    if (!parser_take_word(parser, "param"))
        return parser_expected(parser, "'.param'");
    PtxSymbol *param = arena_alloc(&parser->module->arena, sizeof *param);
    if (!variable_parse_spec(parser, &spec) || !variable_parse_name(parser, &spec, param) ||
        !place_param(parser, param, end))
        return false;
    param->index = (uint32_t)params->size;
    vec_push(params, param);
    return true;
}

/* "( .param ..., ... )"; nothing when there is no "(". */
static bool parse_params(Parser *parser, PtxSymbol ***out, uint32_t *count, uint64_t *size)
{
    Symbols params = {0};
    bool ok = true;
    *size = 0;
    if (parser_take(parser, '(') && !parser_take(parser, ')')) {
        do
            ok = parse_param(parser, &params, size);
        while (ok && parser_take(parser, ','));
        ok = ok && parser_need(parser, ')');
    }
    if (ok) {
        *out = PARSER_KEEP(parser, &params);
        *count = (uint32_t)params.size;
    }
    vec_free(&params);
    return ok;
}

static void set_owner(PtxFunction *function)
{
    for (uint32_t i = 0; i < function->param_count; i++)
        function->params[i]->function = function;
    for (uint32_t i = 0; i < function->result_count; i++)
        function->results[i]->function = function;
}

/* "x, y, z": one to three numbers; those not written are 1. */
static bool parse_triple(Parser *parser, uint32_t out[3])
{
    uint64_t value;
    out[0] = out[1] = out[2] = 1;
    for (int i = 0; i < 3; i++) {
        if (!parser_need_number(parser, "a number of threads or blocks", INT32_MAX, &value))
            return false;
        out[i] = (uint32_t)value;
        if (!parser_take(parser, ','))
            return true;
    }
    return parser_expected(parser, "at most three numbers");
}

static bool parse_single(Parser *parser, uint32_t *out)
{
    uint64_t value;
    if (!parser_need_number(parser, "the directive's number", INT32_MAX, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool parse_pragma(Parser *parser)
{
    do {
        if (parser->lexer.token.kind != TOKEN_STRING)
            return parser_expected(parser, "a string");
        lexer_next(&parser->lexer);
    } while (parser_take(parser, ','));
    return parser_need(parser, ';');
}

/* Performance-tuning and cluster directives (ISA 11.4, 11.7). */
static bool parse_directive(Parser *parser, PtxFunction *function)
{
    uint32_t ignored;
    if (parser_take_word(parser, "maxntid"))
        return parse_triple(parser, function->maxntid);
    if (parser_take_word(parser, "reqntid"))
        return parse_triple(parser, function->reqntid);
    if (parser_take_word(parser, "reqnctapercluster"))
        return parse_triple(parser, function->cluster);
    if (parser_take_word(parser, "minnctapersm"))
        return parse_single(parser, &function->minnctapersm);
    if (parser_take_word(parser, "maxnreg"))
        return parse_single(parser, &function->maxnreg);
    if (parser_take_word(parser, "maxclusterrank"))
        return parse_single(parser, &function->maxclusterrank);
    if (parser_take_word(parser, "maxnctapersm") || parser_take_word(parser, "abi_preserve") ||
        parser_take_word(parser, "abi_preserve_control"))
        return parse_single(parser, &ignored);
    if (parser_take_word(parser, "noreturn"))
        return function->noreturn = true;
    if (parser_take_word(parser, "explicitcluster"))
        return function->explicit_cluster = true;
    if (parser_take_word(parser, "blocksareclusters"))
        return function->blocks_are_clusters = true;
    if (parser_take_word(parser, "pragma"))
        return parse_pragma(parser);
    return parser_expected(parser, "a directive of a function, '{' or ';'");
}

static bool same_params(PtxSymbol **a, uint32_t a_count, PtxSymbol **b, uint32_t b_count)
{
    if (a_count != b_count)
        return false;
    for (uint32_t i = 0; i < a_count; i++)
        if (a[i]->size != b[i]->size)
            return false;
    return true;
}

/* Checks a second declaration against the first, and puts what is new into the first. */
static bool merge(Parser *parser, PtxFunction *old, const PtxFunction *fresh)
{
    if (old->is_entry != fresh->is_entry ||
        !same_params(old->params, old->param_count, fresh->params, fresh->param_count) ||
        !same_params(old->results, old->result_count, fresh->results, fresh->result_count))
        return parser_fail(parser, fresh->pos, "'%.*s' was declared differently in line %u",
                           NAME_ARG(fresh->name), old->pos.line);
    if (!lexer_is(&parser->lexer, '{'))
        return true;
    if (old->has_body)
        return parser_fail(parser, fresh->pos, "'%.*s' is defined twice", NAME_ARG(fresh->name));
    uint32_t index = old->index;
    PtxLinkage linkage = fresh->linkage == PTX_LINK_LOCAL && old->linkage != PTX_LINK_EXTERN
                             ? old->linkage
                             : fresh->linkage;
    *old = *fresh;
    old->index = index;
    old->linkage = linkage;
    return true;
}

/* The function of that name, made or known; NULL on an error. */
static PtxFunction *enter(Parser *parser, const PtxFunction *fresh)
{
    const Name *old = names_find_here(&parser->names, fresh->name);
    PtxFunction *function;
    if (old && old->kind != NAME_FUNCTION) {
        parser_fail(parser, fresh->pos, "'%.*s' is defined twice", NAME_ARG(fresh->name));
        return NULL;
    }
    if (old) {
        function = old->object;
        if (!merge(parser, function, fresh))
            return NULL;
    } else {
        function = arena_alloc(&parser->module->arena, sizeof *function);
        *function = *fresh;
        function->index = (uint32_t)parser->functions.size;
        names_add(&parser->names, function->name, NAME_FUNCTION)->object = function;
        vec_push(&parser->functions, function);
    }
    set_owner(function);
    return function;
}

static bool parse_header(Parser *parser, PtxFunction *fresh)
{
    uint64_t result_size;
    if (!fresh->is_entry &&
        !parse_params(parser, &fresh->results, &fresh->result_count, &result_size))
        return false;
    if (!parser_need_name(parser, &fresh->name, &fresh->pos) ||
        !parse_params(parser, &fresh->params, &fresh->param_count, &fresh->param_size))
        return false;
    if (fresh->is_entry && fresh->param_size > ENTRY_PARAM_BYTES)
        return parser_fail(parser, fresh->pos, "the parameters of '%.*s' take more than %d bytes",
                           NAME_ARG(fresh->name), ENTRY_PARAM_BYTES);
    while (!lexer_is(&parser->lexer, '{') && !lexer_is(&parser->lexer, ';'))
        if (!parse_directive(parser, fresh))
            return false;
    if (fresh->blocks_are_clusters && (!fresh->reqntid[0] || !fresh->cluster[0]))
        return parser_fail(parser, fresh->pos,
                           "'%.*s' has .blocksareclusters without .reqntid and .reqnctapercluster",
                           NAME_ARG(fresh->name));
    return true;
}

bool function_parse(Parser *parser, PtxLinkage linkage, bool is_entry)
{
    PtxFunction fresh = {.linkage = linkage, .is_entry = is_entry};
    if (!parse_header(parser, &fresh))
        return false;
    PtxFunction *function = enter(parser, &fresh);
    if (!function)
        return false;
    if (parser_take(parser, ';'))
        return true;
    parser->function = function;
    bool ok = function_parse_body(parser);
    parser->function = NULL;
    return ok;
}

PtxFunction *function_parse_prototype(Parser *parser)
{
    PtxFunction *function = arena_alloc(&parser->module->arena, sizeof *function);
    uint64_t result_size;
    function->pos = parser->lexer.token.pos;
    if (!parse_params(parser, &function->results, &function->result_count, &result_size))
        return NULL;
    if (!parser_need_name(parser, &function->name, &function->pos) ||
        !parse_params(parser, &function->params, &function->param_count, &function->param_size))
        return NULL;
    while (!lexer_is(&parser->lexer, ';'))
        if (!parse_directive(parser, function))
            return NULL;
    lexer_next(&parser->lexer);
    set_owner(function);
    return function;
}

static bool parse_function_name(Parser *parser, PtxFunction **out)
{
    View text;
    PtxPos pos;
    uint32_t reg;
    if (!parser_need_name(parser, &text, &pos))
        return false;
    const Name *name = names_find(&parser->names, text, &reg);
    if (!name || name->kind != NAME_FUNCTION)
        return parser_fail(parser, pos, "'%.*s' is not a function declared above", NAME_ARG(text));
    *out = name->object;
    return true;
}

bool function_parse_alias(Parser *parser)
{
    PtxFunction *alias = NULL, *target = NULL;
    PtxPos pos = parser->lexer.token.pos;
    if (!parse_function_name(parser, &alias) || !parser_need(parser, ',') ||
        !parse_function_name(parser, &target) || !parser_need(parser, ';'))
        return false;
    if (alias->has_body || !target->has_body)
        return parser_fail(parser, pos, ".alias takes a declared and a defined function");
    View name = alias->name;
    uint32_t index = alias->index;
    *alias = *target;
    alias->name = name;
    alias->index = index;
    return true;
}
