/* Places in the CUDA source. */
#include "ptx/location.h"

#include <stdio.h>
#include <string.h>

enum { BUCKETS = 256, NUMBER_MAX = INT32_MAX, MEANINGS_MAX = 16 };

/* The places of the function at hand, to find the one that another was inlined at. What is inlined
 * at several calls has as many meanings: a node for each of the latest, the newest first. */
struct LocNode {
    PtxLoc *loc;
    LocNode *next;
    uint64_t stamp; /* when it was last written */
};

bool location_parse_file(Parser *parser)
{
    uint64_t number, ignored;
    if (!parser_need_number(parser, "a file number", NUMBER_MAX, &number))
        return false;
    if (parser->lexer.token.kind != TOKEN_STRING)
        return parser_expected(parser, "the name of a file in quotes");
    PtxFile file = {(uint32_t)number, parser->lexer.token.text};
    lexer_next(&parser->lexer);
    while (parser_take(parser, ',')) /* timestamp, size */
        if (!parser_need_number(parser, "a timestamp or size", UINT64_MAX, &ignored))
            return false;
    vec_push(&parser->files, file);
    return true;
}

static bool parse_number(Parser *parser, const char *what, uint32_t *out)
{
    const Token *token = &parser->lexer.token;
    if (token->kind != TOKEN_INT || token->value > NUMBER_MAX)
        return parser_expected(parser, what);
    *out = (uint32_t)token->value;
    lexer_next(&parser->lexer);
    return true;
}

static bool parse_place(Parser *parser, PtxLoc *loc)
{
    return parse_number(parser, "a file number", &loc->file) &&
           parse_number(parser, "a line number", &loc->line) &&
           parse_number(parser, "a column", &loc->column);
}

void location_start_function(Parser *parser)
{
    parser->loc = NULL;
    if (parser->has_loc_nodes)
        memset(parser->loc_nodes, 0, BUCKETS * sizeof *parser->loc_nodes);
    parser->has_loc_nodes = false;
}

static LocNode **bucket_of(Parser *parser, const PtxLoc *loc)
{
    uint32_t hash = loc->line * 31 + loc->column * 7 + loc->file;
    return &parser->loc_nodes[(hash ^ hash >> 8) & (BUCKETS - 1)];
}

static PtxLoc *new_loc(Parser *parser, const PtxLoc *from)
{
    PtxLoc *loc = arena_alloc(&parser->module->arena, sizeof *loc);
    *loc = *from;
    vec_push(&parser->locs, loc);
    return loc;
}

static bool is_same_place(const PtxLoc *a, const PtxLoc *b)
{
    return a->line == b->line && a->column == b->column && a->file == b->file;
}

/* The next node of that place from `node` on. */
static LocNode *of_place(LocNode *node, const PtxLoc *place)
{
    while (node && !is_same_place(node->loc, place))
        node = node->next;
    return node;
}

static LocNode *find_loc(Parser *parser, const PtxLoc *place)
{
    return parser->has_loc_nodes ? of_place(*bucket_of(parser, place), place) : NULL;
}

/* Where two chains of calls part: each becomes the first place that the other has not. */
static void skip_common(const PtxLoc **a, const PtxLoc **b)
{
    while (*a && *b && is_same_place(*a, *b)) {
        *a = (*a)->inlined;
        *b = (*b)->inlined;
    }
}

static bool is_same_chain(const PtxLoc *a, const PtxLoc *b)
{
    skip_common(&a, &b);
    return !a && !b;
}

static uint64_t stamp_of(Parser *parser, const PtxLoc *place)
{
    const LocNode *node = place ? find_loc(parser, place) : NULL;
    return node ? node->stamp : 0;
}

/* Takes out the node of the same meaning or, where there are too many, the place's oldest. */
static LocNode *take_node(Parser *parser, const PtxLoc *loc)
{
    LocNode **at = bucket_of(parser, loc);
    for (int count = 0; *at; at = &(*at)->next) {
        LocNode *node = *at;
        if (is_same_place(node->loc, loc) &&
            (++count == MEANINGS_MAX || is_same_chain(node->loc, loc))) {
            *at = node->next;
            return node;
        }
    }
    return arena_alloc(&parser->scratch, sizeof(LocNode));
}

static void remember(Parser *parser, PtxLoc *loc)
{
    if (!parser->loc_nodes)
        parser->loc_nodes = arena_alloc_array(&parser->scratch, BUCKETS, sizeof *parser->loc_nodes);
    parser->has_loc_nodes = true;
    LocNode *node = take_node(parser, loc);
    LocNode **bucket = bucket_of(parser, loc);
    *node = (LocNode){loc, *bucket, ++parser->loc_stamp};
    *bucket = node;
}

/* Compilers write the .loc of the calls around an inlined place only once, so that it may come
 * again with the innermost alone: of its meanings that one is meant whose call was written last. */
static PtxLoc *meaning(Parser *parser, const PtxLoc *place)
{
    LocNode *node = find_loc(parser, place);
    if (!node)
        return NULL;
    PtxLoc *best = node->loc;
    while ((node = of_place(node->next, place))) {
        const PtxLoc *now = best, *other = node->loc;
        skip_common(&now, &other);
        if (stamp_of(parser, other) > stamp_of(parser, now))
            best = node->loc;
    }
    return best;
}

static bool parse_inlined(Parser *parser, PtxLoc *loc)
{
    PtxLoc site = {0};
    if (!parse_place(parser, &site))
        return false;
    PtxLoc *around = meaning(parser, &site);
    loc->inlined = around ? around : new_loc(parser, &site);
    return true;
}

/* "function_name label + offset": the label is one of .debug_str. */
static bool parse_function_name(Parser *parser, PtxLoc *loc)
{
    PtxPos pos;
    uint64_t offset = 0;
    if (!parser_need_name(parser, &loc->label, &pos))
        return false;
    if (parser_take(parser, '+') && !parser_need_number(parser, "an offset", NUMBER_MAX, &offset))
        return false;
    loc->label_offset = (uint32_t)offset;
    parser->has_loc_names = true;
    return true;
}

bool location_parse_loc(Parser *parser)
{
    PtxLoc fresh = {0};
    if (!parse_place(parser, &fresh))
        return false;
    while (parser_take(parser, ',')) {
        PtxPos pos;
        View attribute;
        if (!parser_need_name(parser, &attribute, &pos))
            return false;
        bool ok = view_equal_text(attribute, "function_name") ? parse_function_name(parser, &fresh)
                  : view_equal_text(attribute, "inlined_at")
                      ? parse_inlined(parser, &fresh)
                      : parser_fail(parser, pos, "expected function_name or inlined_at");
        if (!ok)
            return false;
    }
    PtxLoc *loc = new_loc(parser, &fresh);
    if (parser->function)
        remember(parser, loc);
    parser->loc = loc;
    return true;
}

bool location_parse_section(Parser *parser)
{
    PtxSection section;
    const Token *token = &parser->lexer.token;
    PtxPos pos = token->pos;
    if (token->kind != TOKEN_DOT && token->kind != TOKEN_NAME)
        return parser_expected(parser, "the name of a section");
    bool dot = token->kind == TOKEN_DOT;
    section.name = (View){token->text.data - dot, token->text.size + dot};
    lexer_next(&parser->lexer);
    if (!lexer_is(&parser->lexer, '{'))
        return parser_expected(parser, "'{'");
    if (!lexer_take_braced(&parser->lexer, &section.body))
        return parser_fail(parser, pos, "section %.*s has no '}'", NAME_ARG(section.name));
    vec_push(&parser->sections, section);
    return true;
}

/* The content of .debug_str: bytes, and where its labels point. */
typedef struct Strings {
    VEC(char) bytes;
    Names labels;
} Strings;

static void read_strings(Strings *strings, const PtxSection *section)
{
    Lexer lexer;
    const char *end = section->body.data + section->body.size;
    lexer_start(&lexer, section->body);
    while (lexer.token.kind != TOKEN_END && lexer.token.text.data < end &&
           lexer.token.kind != TOKEN_BAD) {
        const Token *token = &lexer.token;
        if (token->kind == TOKEN_INT) {
            vec_push(&strings->bytes, (char)token->value);
        } else if (token->kind == TOKEN_NAME) {
            Name *name = names_add(&strings->labels, token->text, NAME_LABEL);
            if (name)
                name->reg = (uint32_t)strings->bytes.size;
        }
        lexer_next(&lexer);
    }
}

static void resolve_name(Parser *parser, const Strings *strings, PtxLoc *loc)
{
    const Name *label = names_find_here(&strings->labels, loc->label);
    if (!label || label->reg + (size_t)loc->label_offset >= strings->bytes.size)
        return; /* the name stays unknown; the place is good without it */
    size_t start = label->reg + (size_t)loc->label_offset;
    const char *text = strings->bytes.data + start;
    size_t size = strnlen(text, strings->bytes.size - start);
    loc->function = (View){arena_clone(&parser->module->arena, (View){text, size}), size};
}

static void resolve_names(Parser *parser)
{
    if (!parser->has_loc_names)
        return;
    Strings strings = {0};
    names_start(&strings.labels, 0);
    for (size_t i = 0; i < parser->sections.size; i++)
        if (view_equal_text(parser->sections.data[i].name, ".debug_str"))
            read_strings(&strings, &parser->sections.data[i]);
    for (size_t i = 0; i < parser->locs.size; i++)
        if (parser->locs.data[i]->label.size)
            resolve_name(parser, &strings, parser->locs.data[i]);
    names_free(&strings.labels);
    vec_free(&strings.bytes);
}

/* The text form of a file's number, as a name to look up. */
static View number_name(char text[16], uint32_t number)
{
    return (View){text, (size_t)snprintf(text, 16, "%u", number)};
}

/* File numbers and their indices; the first of two equal numbers counts. */
static void name_file(Parser *parser, Names *files, uint32_t index)
{
    char text[16];
    View name = number_name(text, parser->files.data[index].number);
    name.data = arena_clone(&parser->scratch, name);
    Name *entry = names_add(files, name, NAME_LABEL);
    if (entry)
        entry->reg = index;
}

/* A number without a .file becomes a file without a name, so that every index leads somewhere. */
static uint32_t file_index(Parser *parser, Names *files, uint32_t number)
{
    char text[16];
    const Name *name = names_find_here(files, number_name(text, number));
    if (name)
        return name->reg;
    uint32_t index = (uint32_t)parser->files.size;
    vec_push(&parser->files, (PtxFile){.number = number});
    name_file(parser, files, index);
    return index;
}

static void resolve_files(Parser *parser)
{
    Names files;
    uint32_t number = UINT32_MAX, index = 0;
    names_start(&files, 0);
    for (uint32_t i = 0; i < parser->files.size; i++)
        name_file(parser, &files, i);
    for (size_t i = 0; i < parser->locs.size; i++) {
        PtxLoc *loc = parser->locs.data[i];
        if (loc->file != number) {
            number = loc->file;
            index = file_index(parser, &files, number);
        }
        loc->file = index;
    }
    names_free(&files);
}

void location_resolve(Parser *parser)
{
    resolve_files(parser);
    resolve_names(parser);
}
