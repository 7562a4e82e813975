/* Several PTX modules linked to one, as text. */
#include "ptx/link.h"

#include <stdlib.h>

#include "base/map.h"
#include "ptx/lexer.h"
#include "ptx/link_scan.h"

typedef struct Unit {
    StrBuf text; /* a copy, ended by NUL */
    const char *name;
    LinkItems items;
    Map renamed;            /* names that get the unit's suffix */
    uint64_t file_base;     /* added to file numbers */
    uint64_t file_count;    /* the highest number in use */
    uint32_t index, target; /* target: 86 of sm_86 */
    double version;
} Unit;

/* A name at module level: who defines it. */
typedef struct Meaning {
    const Unit *unit; /* the first to use the name */
    const LinkItem *winner;
    const Unit *winner_unit;
    bool shared; /* more than one unit has the name */
} Meaning;

typedef struct Link {
    Unit *units;
    size_t count;
    Map meanings;
    VEC(Meaning *) all;
    StrBuf *out;
    Error *error;
} Link;

/* Copies a piece of a unit with its names and file numbers changed. */
typedef struct Edit {
    const Unit *unit;
    StrBuf *out;
    Lexer lexer;
    const char *copied; /* up to here */
    bool starts;        /* a NAME here is an instruction or a label, not a symbol */
    bool is_function, in_initialiser;
} Edit;

static void copy_to(Edit *edit, const char *end)
{
    strbuf_add(edit->out, (View){edit->copied, (size_t)(end - edit->copied)});
    edit->copied = end;
}

static bool is_label(const Lexer *lexer)
{
    Lexer ahead = *lexer;
    lexer_next(&ahead);
    return lexer_is(&ahead, ':');
}

static void edit_name(Edit *edit)
{
    View name = edit->lexer.token.text;
    if (edit->starts && edit->is_function && !is_label(&edit->lexer))
        return;
    if (!map_get(&edit->unit->renamed, name))
        return;
    copy_to(edit, name.data + name.size);
    strbuf_format(edit->out, "$link%u", edit->unit->index);
}

/* The file number behind .file, .loc and inlined_at; the token is the word. */
static void edit_file_number(Edit *edit)
{
    if (!edit->unit->file_base)
        return;
    lexer_next(&edit->lexer);
    if (edit->lexer.token.kind != TOKEN_INT)
        return;
    copy_to(edit, edit->lexer.token.text.data);
    strbuf_format(edit->out, "%llu",
                  (unsigned long long)(edit->lexer.token.value + edit->unit->file_base));
    edit->copied = edit->lexer.at;
}

static bool is_file_word(const Token *token)
{
    if (token->kind == TOKEN_DOT)
        return view_equal_text(token->text, "file") || view_equal_text(token->text, "loc");
    return token->kind == TOKEN_NAME && view_equal_text(token->text, "inlined_at");
}

/* Whether the next token may start an instruction: a guard "@!p" stays at a start. */
static bool starts_after(const Edit *edit, const Token *token, bool guard)
{
    if (token->kind == TOKEN_PUNCT)
        return !edit->in_initialiser && (token->punct == '{' || token->punct == '}' ||
                                         token->punct == ';' || token->punct == ':' || guard);
    return guard && edit->starts;
}

static void edit_piece(const Unit *unit, View piece, bool is_function, StrBuf *out)
{
    const char *end = piece.data + piece.size;
    Edit edit = {.unit = unit, .out = out, .copied = piece.data, .is_function = is_function};
    bool guard = false;
    if (!unit->renamed.size && !unit->file_base) {
        strbuf_add(out, piece);
        return;
    }
    lexer_start(&edit.lexer,
                (View){piece.data, (size_t)(unit->text.data + unit->text.size - piece.data)});
    while (edit.lexer.token.kind != TOKEN_END && edit.lexer.token.text.data < end) {
        const Token token = edit.lexer.token;
        if (is_file_word(&token))
            edit_file_number(&edit);
        else if (token.kind == TOKEN_NAME)
            edit_name(&edit);
        if (lexer_is(&edit.lexer, '='))
            edit.in_initialiser = true;
        else if (lexer_is(&edit.lexer, ';'))
            edit.in_initialiser = false;
        bool is_guard = lexer_is(&edit.lexer, '@');
        edit.starts = starts_after(&edit, &token, is_guard || guard);
        guard = is_guard || (guard && lexer_is(&edit.lexer, '!'));
        lexer_next(&edit.lexer);
    }
    copy_to(&edit, end);
}

static bool unit_scan(Unit *unit, const PtxLinkInput *input, uint32_t index, Error *error)
{
    unit->name = input->name;
    unit->index = index;
    strbuf_add(&unit->text, input->text);
    strbuf_add_text(&unit->text, "\n");
    return link_scan(strbuf_view(&unit->text), input->name, &unit->items, error);
}

/* The number of "sm_86", and of "9.0". */
static void read_header(Unit *unit, const LinkItem *item)
{
    View rest =
        view_trim((View){item->cut, (size_t)(item->text.data + item->text.size - item->cut)});
    if (view_equal_text(item->name, "version"))
        view_to_f64(rest, &unit->version);
    if (view_equal_text(item->name, "target") && view_starts(rest, "sm_"))
        unit->target = (uint32_t)strtoul(rest.data + 3, NULL, 10);
}

static uint64_t file_number(const LinkItem *item)
{
    return view_starts(item->text, ".file") ? strtoull(item->text.data + 5, NULL, 10) : 0;
}

/* Labels of a section ("$L__info_string3:") are known in the whole module. */
static void rename_labels(Unit *unit, const LinkItem *item)
{
    Lexer lexer;
    const char *end = item->text.data + item->text.size;
    if (unit->index == 0)
        return;
    for (lexer_start(&lexer, item->text); lexer.token.kind != TOKEN_END; lexer_next(&lexer))
        if (lexer.token.text.data < end && lexer.token.kind == TOKEN_NAME && is_label(&lexer))
            map_put(&unit->renamed, lexer.token.text, unit);
}

static bool is_weak(const LinkItem *item)
{
    return item->linkage == PTX_LINK_WEAK || item->linkage == PTX_LINK_COMMON;
}

/* Whether `item` takes the place of the definition known so far; false in *fine: two strong ones.
 */
static bool wins(const LinkItem *known, const LinkItem *item, bool *fine)
{
    *fine = is_weak(known) || is_weak(item);
    if (known->linkage == PTX_LINK_COMMON && item->linkage == PTX_LINK_COMMON)
        return item->count > known->count;
    return is_weak(known) && !is_weak(item);
}

static Meaning *meaning_of(Link *link, View name)
{
    Meaning *meaning = map_get(&link->meanings, name);
    if (!meaning) {
        meaning = memory_alloc(sizeof *meaning);
        *meaning = (Meaning){0};
        map_put(&link->meanings, name, meaning);
        vec_push(&link->all, meaning);
    }
    return meaning;
}

/* The first pass: every unit's names, so that local ones that meet others can be set apart. */
static void note_names(Link *link, const Unit *unit)
{
    for (size_t i = 0; i < unit->items.size; i++) {
        const LinkItem *item = &unit->items.data[i];
        if (item->kind != LINK_ITEM_FUNCTION && item->kind != LINK_ITEM_VARIABLE)
            continue;
        Meaning *meaning = meaning_of(link, item->name);
        meaning->shared |= meaning->unit && meaning->unit != unit;
        meaning->unit = unit;
    }
}

static bool define(Link *link, const Unit *unit, const LinkItem *item)
{
    Meaning *meaning = meaning_of(link, item->name);
    bool fine = true;
    if (!meaning->winner || wins(meaning->winner, item, &fine)) {
        meaning->winner = item;
        meaning->winner_unit = unit;
    }
    return fine || error_at(link->error, ERROR_CONTENT, unit->name, 0,
                            "Multiple definition of '%.*s' in '%s', first defined in '%s'",
                            VIEW_ARG(item->name), unit->name, meaning->winner_unit->name);
}

static bool is_symbol(const LinkItem *item)
{
    return item->kind == LINK_ITEM_FUNCTION || item->kind == LINK_ITEM_VARIABLE;
}

static bool unit_resolve(Link *link, Unit *unit)
{
    for (size_t i = 0; i < unit->items.size; i++) {
        const LinkItem *item = &unit->items.data[i];
        if (item->kind == LINK_ITEM_SECTION)
            rename_labels(unit, item);
        if (!is_symbol(item))
            continue;
        if (item->linkage == PTX_LINK_LOCAL) {
            if (meaning_of(link, item->name)->shared)
                map_put(&unit->renamed, item->name, unit);
        } else if (item->defines && !define(link, unit, item)) {
            return false;
        }
    }
    return true;
}

static void put_header(const Link *link)
{
    const Unit *newest = &link->units[0], *target = &link->units[0];
    for (size_t i = 1; i < link->count; i++) {
        newest = link->units[i].version > newest->version ? &link->units[i] : newest;
        target = link->units[i].target > target->target ? &link->units[i] : target;
    }
    for (size_t i = 0; i < target->items.size; i++) {
        const LinkItem *item = &target->items.data[i];
        if (item->kind != LINK_ITEM_HEADER)
            continue;
        if (view_equal_text(item->name, "version"))
            strbuf_format(link->out, ".version %.1f\n", newest->version);
        else
            strbuf_format(link->out, "%.*s\n", VIEW_ARG(item->text));
    }
}

/* What another definition was taken for is only declared. */
static void put_declaration(const Unit *unit, const LinkItem *item, StrBuf *out)
{
    strbuf_add_text(out, ".extern");
    edit_piece(unit, (View){item->after, (size_t)(item->cut - item->after)}, false, out);
    strbuf_add_text(out, ";\n");
}

static void put_item(const Link *link, const Unit *unit, const LinkItem *item, bool with_dwarf)
{
    bool is_names = item->kind == LINK_ITEM_SECTION && view_equal_text(item->name, "debug_str");
    if (item->kind == LINK_ITEM_HEADER ||
        (item->kind == LINK_ITEM_SECTION && !is_names && !with_dwarf))
        return;
    if (is_symbol(item) && item->defines && item->linkage != PTX_LINK_LOCAL) {
        const Meaning *meaning = map_get(&link->meanings, item->name);
        if (meaning->winner != item) {
            if (!item->is_entry)
                put_declaration(unit, item, link->out);
            return;
        }
    }
    edit_piece(unit, item->text, item->kind == LINK_ITEM_FUNCTION, link->out);
    strbuf_add_byte(link->out, '\n');
}

static bool has_dwarf(const Unit *unit)
{
    for (size_t i = 0; i < unit->items.size; i++)
        if (unit->items.data[i].kind == LINK_ITEM_SECTION &&
            view_equal_text(unit->items.data[i].name, "debug_info"))
            return true;
    return false;
}

static void put_all(const Link *link)
{
    bool dwarf_is_put = false;
    put_header(link);
    for (size_t u = 0; u < link->count; u++) {
        const Unit *unit = &link->units[u];
        bool with_dwarf = !dwarf_is_put && has_dwarf(unit);
        dwarf_is_put |= with_dwarf;
        for (size_t i = 0; i < unit->items.size; i++)
            put_item(link, unit, &unit->items.data[i], with_dwarf);
    }
}

static bool link_read(Link *link, const PtxLinkInput *inputs)
{
    uint64_t files = 0;
    for (uint32_t u = 0; u < link->count; u++) {
        Unit *unit = &link->units[u];
        if (!unit_scan(unit, &inputs[u], u, link->error))
            return false;
        unit->file_base = files;
        for (size_t i = 0; i < unit->items.size; i++) {
            const LinkItem *item = &unit->items.data[i];
            uint64_t number = file_number(item);
            if (item->kind == LINK_ITEM_HEADER)
                read_header(unit, item);
            unit->file_count = number > unit->file_count ? number : unit->file_count;
        }
        files += unit->file_count;
        note_names(link, unit);
    }
    return true;
}

static bool link_resolve(Link *link)
{
    for (size_t u = 0; u < link->count; u++)
        if (!unit_resolve(link, &link->units[u]))
            return false;
    return true;
}

static void link_free(Link *link)
{
    for (size_t u = 0; u < link->count; u++) {
        strbuf_free(&link->units[u].text);
        vec_free(&link->units[u].items);
        map_free(&link->units[u].renamed);
    }
    for (size_t i = 0; i < link->all.size; i++)
        free(link->all.data[i]);
    vec_free(&link->all);
    map_free(&link->meanings);
    free(link->units);
}

bool ptx_link(const PtxLinkInput *inputs, size_t count, StrBuf *out, Error *error)
{
    if (count == 1) {
        strbuf_add(out, inputs[0].text);
        return true;
    }
    if (!count)
        return error_set(error, ERROR_CONTENT, "there is nothing to link");
    Link link = {.count = count, .out = out, .error = error};
    link.units = memory_alloc(count * sizeof *link.units);
    for (size_t i = 0; i < count; i++)
        link.units[i] = (Unit){0};
    bool done = link_read(&link, inputs) && link_resolve(&link);
    if (done)
        put_all(&link);
    link_free(&link);
    return done;
}
