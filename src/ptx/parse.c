/* PTX text to IR: the module's own directives (ISA 11.1, 11.6), and the whole parse. */
#include "ptx/parse.h"

#include <stdlib.h>

#include "ptx/function.h"
#include "ptx/initialiser.h"
#include "ptx/location.h"
#include "ptx/parser.h"
#include "ptx/variable.h"

enum { INITIALISER_SLACK = 16 << 20, VERSION_MAJOR_MIN = 1, VERSION_MAJOR_MAX = 9 };
static const size_t TEXT_MAX = (size_t)256 << 20;

/* ".version 9.0": the lexer reads it as one decimal number. */
static bool parse_version(Parser *parser)
{
    PtxModule *module = parser->module;
    View text = parser->lexer.token.text, major;
    PtxPos pos = parser->lexer.token.pos;
    int64_t high, low;
    if (parser->lexer.token.kind != TOKEN_F64 || !view_split(&text, '.', &major) ||
        !view_to_i64(major, &high) || !view_to_i64(text, &low) || low < 0 || low > 99)
        return parser_expected(parser, "a version such as 8.0");
    if (high < VERSION_MAJOR_MIN || high > VERSION_MAJOR_MAX)
        return parser_fail(parser, pos, "PTX version %.*s is not supported; %d.0 to %d.x are",
                           NAME_ARG(parser->lexer.token.text), VERSION_MAJOR_MIN,
                           VERSION_MAJOR_MAX);
    module->version_major = (uint32_t)high;
    module->version_minor = (uint32_t)low;
    lexer_next(&parser->lexer);
    return true;
}

/* "sm_90a" gives 90; other targets (texmode_unified, debug, ...) give 0. */
static uint32_t target_number(View target)
{
    uint32_t number = 0;
    if (!view_starts(target, "sm_"))
        return 0;
    for (size_t i = 3; i < target.size && target.data[i] >= '0' && target.data[i] <= '9' && i < 8;
         i++)
        number = number * 10 + (uint32_t)(target.data[i] - '0');
    return number;
}

static bool parse_target(Parser *parser)
{
    PtxModule *module = parser->module;
    PtxPos first = parser->lexer.token.pos;
    do {
        View name;
        PtxPos pos;
        if (!parser_need_name(parser, &name, &pos))
            return false;
        if (target_number(name)) {
            module->target = name;
            module->target_sm = target_number(name);
        }
        module->target_debug |= view_equal_text(name, "debug");
        module->target_independent |= view_equal_text(name, "texmode_independent");
    } while (parser_take(parser, ','));
    return module->target_sm || parser_fail(parser, first, "expected a target such as sm_80");
}

static bool parse_address_size(Parser *parser)
{
    PtxPos pos = parser->lexer.token.pos;
    uint64_t size;
    if (!parser_need_number(parser, "an address size", 64, &size))
        return false;
    if (size != 64)
        return parser_fail(parser, pos, "only .address_size 64 is supported");
    parser->module->address_size = 64;
    return true;
}

static PtxLinkage take_linkage(Parser *parser)
{
    for (int linkage = PTX_LINK_LOCAL + 1; linkage < PTX_LINK_COUNT; linkage++)
        if (parser_take_word(parser, ptx_linkage_text((PtxLinkage)linkage)))
            return (PtxLinkage)linkage;
    return PTX_LINK_LOCAL;
}

/* A function or a variable with its linkage. */
static bool parse_symbol(Parser *parser)
{
    static const PtxSpace spaces[] = {PTX_SPACE_GLOBAL, PTX_SPACE_CONST, PTX_SPACE_SHARED,
                                      PTX_SPACE_LOCAL, PTX_SPACE_TEX};
    PtxLinkage linkage = take_linkage(parser);
    if (parser_take_word(parser, "entry"))
        return function_parse(parser, linkage, true);
    if (parser_take_word(parser, "func"))
        return function_parse(parser, linkage, false);
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (parser_take_word(parser, ptx_space_text(spaces[i])))
            return variable_parse(parser, linkage, spaces[i]);
    return parser_expected(parser, "a directive such as .visible, .global or .func");
}

static bool skip_pragma(Parser *parser)
{
    while (parser->lexer.token.kind == TOKEN_STRING || lexer_is(&parser->lexer, ','))
        lexer_next(&parser->lexer);
    return parser_need(parser, ';');
}

typedef struct Directive {
    const char *word;
    bool (*parse)(Parser *parser);
} Directive;

static const Directive directives[] = {
    {"version", parse_version},           {"target", parse_target},
    {"address_size", parse_address_size}, {"file", location_parse_file},
    {"loc", location_parse_loc},          {"section", location_parse_section},
    {"alias", function_parse_alias},      {"pragma", skip_pragma},
};

static bool parse_directive(Parser *parser)
{
    if (parser->lexer.token.kind != TOKEN_DOT)
        return parser_expected(parser, "a directive such as .version or .visible");
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (parser_take_word(parser, directives[i].word))
            return directives[i].parse(parser);
    return parse_symbol(parser);
}

static bool parse_module(Parser *parser)
{
    if (!parser_is_word(parser, "version"))
        return parser_expected(parser, "'.version' at the start of the PTX");
    while (parser->lexer.token.kind != TOKEN_END)
        if (!parse_directive(parser))
            return false;
    if (!parser->module->target_sm)
        return parser_expected(parser, "'.target' before the end");
    return true;
}

static void keep(Parser *parser)
{
    PtxModule *module = parser->module;
    if (!module->address_size)
        module->address_size = 64;
    initialiser_resolve(parser);
    location_resolve(parser);
    module->files = PARSER_KEEP(parser, &parser->files);
    module->file_count = (uint32_t)parser->files.size;
    module->symbols = PARSER_KEEP(parser, &parser->symbols);
    module->symbol_count = (uint32_t)parser->symbols.size;
    module->functions = PARSER_KEEP(parser, &parser->functions);
    module->function_count = (uint32_t)parser->functions.size;
    module->sections = PARSER_KEEP(parser, &parser->sections);
    module->section_count = (uint32_t)parser->sections.size;
}

static void parser_free(Parser *parser)
{
    names_free(&parser->names);
    arena_free(&parser->scratch);
    vec_free(&parser->symbols);
    vec_free(&parser->functions);
    vec_free(&parser->files);
    vec_free(&parser->sections);
    vec_free(&parser->locs);
    vec_free(&parser->relocations);
    vec_free(&parser->insts);
    vec_free(&parser->regs);
    vec_free(&parser->locals);
    vec_free(&parser->labels);
    vec_free(&parser->tables);
    vec_free(&parser->fixups);
    vec_free(&parser->scopes);
    vec_free(&parser->operands);
    vec_free(&parser->data);
    vec_free(&parser->data_relocations);
}

PtxModule *ptx_parse(View text, Error *error)
{
    Error own = {0};
    if (text.size > TEXT_MAX) {
        error_set(error, ERROR_CONTENT, "PTX of more than %zu MiB", TEXT_MAX >> 20);
        return NULL;
    }
    PtxModule *module = memory_alloc(sizeof *module);
    module->text = (View){arena_clone(&module->arena, text), text.size};
    Parser parser = {.module = module,
                     .error = error ? error : &own,
                     .data_left = INITIALISER_SLACK + 8 * text.size,
                     .regs_left = PTX_REGS_MAX,
                     .ranged_left = PTX_RANGED_MAX};
    names_start(&parser.names, text.size);
    lexer_start(&parser.lexer, module->text);
    bool ok = parse_module(&parser);
    if (ok)
        keep(&parser);
    parser_free(&parser);
    if (ok)
        return module;
    ptx_free(module);
    return NULL;
}

void ptx_free(PtxModule *module)
{
    if (!module)
        return;
    Arena arena = module->arena;
    free(module);
    arena_free(&arena);
}

PtxSymbol *ptx_find_symbol(const PtxModule *module, View name)
{
    for (uint32_t i = 0; i < module->symbol_count; i++)
        if (view_equal(module->symbols[i]->name, name))
            return module->symbols[i];
    return NULL;
}

PtxFunction *ptx_find_function(const PtxModule *module, View name)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (view_equal(module->functions[i]->name, name))
            return module->functions[i];
    return NULL;
}
