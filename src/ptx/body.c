/* Bodies of functions: scopes, labels, directives, and the instructions between them. */

#include "ptx/check.h"
#include "ptx/function.h"
#include "ptx/instruction.h"
#include "ptx/location.h"
#include "ptx/operand.h"
#include "ptx/variable.h"

static bool open_scope(Parser *parser)
{
    if (parser->scopes.size == PTX_SCOPES_MAX)
        return parser_fail(parser, parser->lexer.token.pos, "scopes nested more than %d deep",
                           PTX_SCOPES_MAX);
    names_open_scope(&parser->names);
    vec_push(&parser->scopes, (Scope){parser->fixups.size, parser->param_offset});
    lexer_next(&parser->lexer);
    return true;
}

/* Sets what waited for this name; false when the name is of the wrong kind. */
static bool resolve(Parser *parser, const Fixup *fixup, const Name *name)
{
    if (fixup->label) {
        *fixup->label = name->reg;
        return name->kind == NAME_LABEL ||
               parser_fail(parser, fixup->pos, "'%.*s' is not a label", NAME_ARG(fixup->name));
    }
    PtxOperand *operand = fixup->operand;
    PtxOperandKind wanted = (PtxOperandKind)operand->kind;
    operand->kind = name->kind == NAME_LABEL ? PTX_OPERAND_LABEL : PTX_OPERAND_TABLE;
    if (operand->kind == PTX_OPERAND_LABEL)
        operand->label = name->reg;
    else
        operand->table = name->object;
    return operand->kind == wanted ||
           parser_fail(parser, fixup->pos, "'%.*s' is not %s", NAME_ARG(fixup->name),
                       wanted == PTX_OPERAND_LABEL ? "a label" : "a table or prototype");
}

/* Labels of the scope are known now; what isn't among them may be one of the scope around. */
static bool resolve_fixups(Parser *parser, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < parser->fixups.size; i++) {
        Fixup fixup = parser->fixups.data[i];
        const Name *name = names_find_here(&parser->names, fixup.name);
        if (!name || (name->kind != NAME_LABEL && name->kind != NAME_TABLE))
            parser->fixups.data[kept++] = fixup;
        else if (!resolve(parser, &fixup, name))
            return false;
    }
    parser->fixups.size = kept;
    return true;
}

static bool close_scope(Parser *parser)
{
    Scope scope = vec_pop(&parser->scopes);
    if (!resolve_fixups(parser, scope.first_fixup))
        return false;
    parser->param_offset = scope.param_offset;
    names_close_scope(&parser->names);
    if (parser->scopes.size > 0) {
        lexer_next(&parser->lexer);
        return true;
    }
    if (parser->fixups.size == 0)
        return true;
    const Fixup *first = &parser->fixups.data[0];
    return parser_fail(parser, first->pos, "'%.*s' is not defined", NAME_ARG(first->name));
}

/* "label, label, ...;" after .branchtargets. */
static bool parse_branch_targets(Parser *parser, PtxTable *table)
{
    size_t first = parser->fixups.size;
    do {
        View name;
        PtxPos pos;
        if (!parser_need_name(parser, &name, &pos))
            return false;
        vec_push(&parser->fixups, (Fixup){.name = name, .pos = pos});
    } while (parser_take(parser, ','));
    table->kind = 'b';
    table->count = (uint32_t)(parser->fixups.size - first);
    table->labels = arena_alloc_array(&parser->module->arena, table->count, sizeof *table->labels);
    for (uint32_t i = 0; i < table->count; i++)
        parser->fixups.data[first + i].label = &table->labels[i];
    return parser_need(parser, ';');
}

/* "function, function, ...;" after .calltargets. */
static bool parse_call_targets(Parser *parser, PtxTable *table)
{
    VEC(PtxFunction *) targets = {0};
    bool ok = true;
    do {
        View text;
        PtxPos pos;
        uint32_t reg;
        ok = parser_need_name(parser, &text, &pos);
        const Name *name = ok ? names_find(&parser->names, text, &reg) : NULL;
        if (ok && (!name || name->kind != NAME_FUNCTION))
            ok = parser_fail(parser, pos, "'%.*s' is not a function", NAME_ARG(text));
        if (ok)
            vec_push(&targets, name->object);
    } while (ok && parser_take(parser, ','));
    table->kind = 'c';
    table->count = (uint32_t)targets.size;
    table->functions = PARSER_KEEP(parser, &targets);
    vec_free(&targets);
    return ok && parser_need(parser, ';');
}

static bool parse_prototype(Parser *parser, PtxTable *table)
{
    table->kind = 'p';
    table->prototype = function_parse_prototype(parser);
    return table->prototype != NULL;
}

static Name *add_name(Parser *parser, View text, PtxPos pos, NameKind kind)
{
    Name *name = names_add(&parser->names, text, kind);
    if (!name)
        parser_fail(parser, pos, "'%.*s' is defined twice", NAME_ARG(text));
    return name;
}

static bool parse_table(Parser *parser, View text, PtxPos pos,
                        bool (*parse)(Parser *parser, PtxTable *table))
{
    Name *name = add_name(parser, text, pos, NAME_TABLE);
    if (!name)
        return false;
    PtxTable *table = arena_alloc(&parser->module->arena, sizeof *table);
    table->name = text;
    table->pos = pos;
    name->object = table;
    vec_push(&parser->tables, table);
    return parse(parser, table);
}

/* "name:" is taken already. */
static bool parse_label(Parser *parser, View text, PtxPos pos)
{
    if (parser_take_word(parser, "branchtargets"))
        return parse_table(parser, text, pos, parse_branch_targets);
    if (parser_take_word(parser, "calltargets"))
        return parse_table(parser, text, pos, parse_call_targets);
    if (parser_take_word(parser, "callprototype"))
        return parse_table(parser, text, pos, parse_prototype);
    Name *name = add_name(parser, text, pos, NAME_LABEL);
    if (!name)
        return false;
    name->reg = (uint32_t)parser->insts.size;
    vec_push(&parser->labels, (PtxLabel){text, name->reg, false});
    return true;
}

static bool parse_guard(Parser *parser, Guard *guard)
{
    if (!parser_take(parser, '@'))
        return true;
    guard->negate = parser_take(parser, '!');
    return operand_parse_guard(parser, &guard->reg);
}

/* A label, or an instruction with its guard. */
static bool parse_named(Parser *parser)
{
    Guard guard = {.reg = PTX_NO_REG};
    if (!parse_guard(parser, &guard))
        return false;
    if (parser->lexer.token.kind != TOKEN_NAME)
        return parser_expected(parser, "an instruction");
    lexer_extend_mnemonic(&parser->lexer);
    View text = parser->lexer.token.text;
    PtxPos pos = parser->lexer.token.pos;
    lexer_next(&parser->lexer);
    if (guard.reg == PTX_NO_REG && parser_take(parser, ':'))
        return view_find(text, '.') < text.size
                   ? parser_fail(parser, pos, "'%.*s' is no name for a label", NAME_ARG(text))
                   : parse_label(parser, text, pos);
    return instruction_parse(parser, guard, text, pos);
}

/* Of the last label's block. */
static void note_pragma(Parser *parser, View text)
{
    if (view_equal_text(text, "nounroll") && parser->labels.size)
        parser->labels.data[parser->labels.size - 1].nounroll = true;
}

static bool parse_pragma(Parser *parser)
{
    while (!lexer_is(&parser->lexer, ';')) {
        if (parser->lexer.token.kind != TOKEN_STRING && !lexer_is(&parser->lexer, ','))
            return parser_expected(parser, "a string or ';'");
        note_pragma(parser, parser->lexer.token.text);
        lexer_next(&parser->lexer);
    }
    lexer_next(&parser->lexer);
    return true;
}

static bool parse_variable(Parser *parser)
{
    static const PtxSpace spaces[] = {PTX_SPACE_LOCAL, PTX_SPACE_SHARED, PTX_SPACE_PARAM,
                                      PTX_SPACE_GLOBAL, PTX_SPACE_CONST};
    PtxLinkage linkage = parser_take_word(parser, "extern") ? PTX_LINK_EXTERN
                         : parser_take_word(parser, "weak") ? PTX_LINK_WEAK
                                                            : PTX_LINK_LOCAL;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (parser_take_word(parser, ptx_space_text(spaces[i])))
            return variable_parse(parser, linkage, spaces[i]);
    return parser_expected(parser, "a directive of a function's body");
}

static bool parse_directive(Parser *parser)
{
    if (parser_take_word(parser, "loc"))
        return location_parse_loc(parser);
    if (parser_take_word(parser, "reg"))
        return variable_parse_regs(parser);
    if (parser_take_word(parser, "pragma"))
        return parse_pragma(parser);
    if (parser_take_word(parser, "file"))
        return location_parse_file(parser);
    return parse_variable(parser);
}

static bool parse_statement(Parser *parser)
{
    const Lexer *lexer = &parser->lexer;
    if (lexer->token.kind == TOKEN_NAME || lexer_is(lexer, '@'))
        return parse_named(parser);
    if (lexer->token.kind == TOKEN_DOT)
        return parse_directive(parser);
    if (lexer_is(lexer, '{'))
        return open_scope(parser);
    if (lexer_is(lexer, '}'))
        return close_scope(parser);
    if (parser_take(parser, ';'))
        return true;
    return parser_expected(parser, "an instruction, a label, a directive or '}'");
}

static void start(Parser *parser)
{
    vec_clear(&parser->insts);
    vec_clear(&parser->regs);
    vec_clear(&parser->locals);
    vec_clear(&parser->labels);
    vec_clear(&parser->tables);
    vec_clear(&parser->fixups);
    vec_clear(&parser->scopes);
    parser->param_offset = 0;
    location_start_function(parser);
}

static void keep(Parser *parser)
{
    PtxFunction *function = parser->function;
    function->insts = PARSER_KEEP(parser, &parser->insts);
    function->inst_count = (uint32_t)parser->insts.size;
    function->regs = PARSER_KEEP(parser, &parser->regs);
    function->reg_count = (uint32_t)parser->regs.size;
    function->locals = PARSER_KEEP(parser, &parser->locals);
    function->local_count = (uint32_t)parser->locals.size;
    function->labels = PARSER_KEEP(parser, &parser->labels);
    function->label_count = (uint32_t)parser->labels.size;
    function->tables = PARSER_KEEP(parser, &parser->tables);
    function->table_count = (uint32_t)parser->tables.size;
    function->has_body = true;
}

static bool add_params(Parser *parser, PtxSymbol **params, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Name *name = add_name(parser, params[i]->name, params[i]->pos, NAME_SYMBOL);
        if (!name)
            return false;
        name->object = params[i];
    }
    return true;
}

bool function_parse_body(Parser *parser)
{
    PtxFunction *function = parser->function;
    start(parser);
    names_open_scope(&parser->names);
    bool ok = add_params(parser, function->params, function->param_count) &&
              add_params(parser, function->results, function->result_count) && open_scope(parser);
    while (ok && parser->scopes.size > 0)
        ok = parse_statement(parser);
    if (!ok || !check_calls(parser))
        return false;
    names_close_scope(&parser->names);
    keep(parser);
    lexer_next(&parser->lexer);
    return true;
}
