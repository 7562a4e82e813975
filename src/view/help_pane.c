/* The help screen, made from the commands and keys that are in use. */
#include <stdio.h>

#include "view/document.h"
#include "view/screen.h"

enum { KEYS_COLUMNS = 28 };

static void add_command(Document *page, const Screen *screen, const Command *command)
{
    StrBuf keys = {0};
    char rest[KEYS_COLUMNS + 4];
    keymap_add_keys(&screen->keymap, command, &keys);
    snprintf(rest, sizeof rest, "%*s", KEYS_COLUMNS + 1, "");
    bool fits = keys.size < KEYS_COLUMNS;
    if (!fits) {
        document_add_line(page, " ", strbuf_view(&keys), STYLE_KEY);
        strbuf_clear(&keys);
    }
    document_format(page, STYLE_KEY, " %-*s", KEYS_COLUMNS, strbuf_text(&keys));
    document_format(page, STYLE_STRONG, "%s", command->name);
    if (command->argument)
        document_format(page, STYLE_EMPHASIS, " %s", command->argument);
    document_format(page, STYLE_PLAIN, "  %s", command->help);
    document_flush(page, "", rest);
    strbuf_free(&keys);
}

static void add_scope(Document *page, const Screen *screen, Scope scope)
{
    const CommandSet *set = screen_commands_all();
    bool first = true;
    for (size_t i = 0; i < command_count(set); i++) {
        const Command *command = command_at(set, i);
        if (command->scope != scope)
            continue;
        if (first) {
            document_add_blank(page);
            document_add(page, view_of(scope_title(scope)), STYLE_HEADING);
            document_flush(page, " ", " ");
        }
        first = false;
        add_command(page, screen, command);
    }
}

static void add_introduction(Document *page)
{
    document_add(
        page,
        VIEW("Every command has a name; type : outside the editor (Alt-x everywhere), then "
             "the name; Tab completes it. Your own keys go into the file keys in the "
             "folder culab of your settings ($XDG_CONFIG_HOME, or ~/.config), one a line: "
             "KEY COMMAND, or PANE:KEY COMMAND."),
        STYLE_PLAIN);
    document_flush(page, " ", " ");
}

/* What belongs to the pane that help was called from comes first. */
static void lay_out(const Screen *screen, Document *page)
{
    Scope from = pane_ops(screen->back)->scope;
    add_introduction(page);
    for (Scope scope = from; scope != SCOPE_EVERYWHERE; scope = scope_parent(scope))
        add_scope(page, screen, scope);
    add_scope(page, screen, SCOPE_EVERYWHERE);
    for (int i = 0; i < SCOPE_COUNT; i++) {
        bool shown = i == SCOPE_EVERYWHERE;
        for (Scope scope = from; scope != SCOPE_EVERYWHERE; scope = scope_parent(scope))
            shown |= (int)scope == i;
        if (!shown)
            add_scope(page, screen, (Scope)i);
    }
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    Document page;
    (void)focused;
    document_init(&page, rect.width - 2);
    lay_out(screen, &page);
    screen->help_lines = page.lines.size;
    scroll_clamp(&screen->help, page.lines.size, rect.height);
    document_draw(&page, surface, rect, screen->help.top, 0);
    document_free(&page);
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->help, move, screen->help_lines);
}

static bool go(CommandCall *call)
{
    screen_focus(call->screen, call->screen->back);
    return true;
}

const PaneOps help_pane = {
    .name = "Help",
    .scope = SCOPE_HELP,
    .keys = "cancel prompt",
    .draw = draw,
    .move = move,
    .go = go,
};
