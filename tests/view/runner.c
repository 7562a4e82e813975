/* Runs a script: results in, keys in, expected screen out. Adding a test needs no C.
 *
 *   size 80 24 [ascii]       the screen; first of all
 *   lesson, exercise, text, case, ...   what the session holds: see fixture.c
 *   open ID                  opens an exercise
 *   update                   the session changed: the panes read it
 *   keys Down F5 Ctrl-Z      presses keys
 *   type TEXT                types each character
 *   paste                    pastes the block behind it
 *   command LINE             a line of the prompt
 *   screen                   the whole screen is the block behind it
 *   has TEXT, lacks TEXT     the screen holds, or does not hold, a text
 *   row N TEXT               the screen's row N (from 0) begins with the text
 *   cursor X Y
 *   content                  the learner's text is the block behind it
 *   style X Y WORD           plain, wrong, ok, selected, dim, title, ...
 *
 * A block is the lines behind a directive that begin with '|'. '#' begins a comment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fixture.h"
#include "view/picture.h"
#include "view/screen.h"

typedef struct Runner {
    const char *file;
    int line;
    Fixture fixture;
    Screen screen;
    bool begun; /* the screen is there */
    Picture picture;
    StrBuf shown; /* the picture's text */
} Runner;

static bool fail(const Runner *runner, const char *what)
{
    printf("%s:%d: %s\n--- the screen is:\n%s---\n", runner->file, runner->line, what,
           strbuf_text(&runner->shown));
    return false;
}

static void begin(Runner *runner)
{
    if (!runner->begun)
        screen_init(&runner->screen, &runner->fixture.session);
    runner->screen.width = runner->picture.surface.width;
    runner->begun = true;
}

static void draw(Runner *runner)
{
    begin(runner);
    picture_clear(&runner->picture);
    screen_draw(&runner->screen, &runner->picture.surface);
    strbuf_clear(&runner->shown);
    picture_text(&runner->picture, &runner->shown);
}

static bool set_size(Runner *runner, View rest)
{
    View word;
    uint64_t width, height;
    if (!view_split(&rest, ' ', &word) || !view_to_u64(word, &width) ||
        !view_split(&rest, ' ', &word) || !view_to_u64(word, &height))
        return fail(runner, "size WIDTH HEIGHT [ascii]");
    picture_free(&runner->picture);
    picture_init(&runner->picture, (int)width, (int)height, view_equal_text(rest, "ascii"));
    return true;
}

static bool press(Runner *runner, View rest)
{
    View name;
    Key key;
    begin(runner);
    while (view_split(&rest, ' ', &name)) {
        if (!key_parse(name, &key))
            return fail(runner, "no such key");
        screen_key(&runner->screen, key);
        draw(runner);
    }
    return true;
}

static void type(Runner *runner, View text)
{
    for (size_t i = 0; i < text.size; i++)
        screen_key(&runner->screen, (unsigned char)text.data[i]);
}

static bool run_line(Runner *runner, View line)
{
    begin(runner);
    screen_run(&runner->screen, line);
    return true;
}

static bool open_exercise(Runner *runner, View id)
{
    StrBuf line = {0};
    strbuf_format(&line, "open %.*s", VIEW_ARG(id));
    run_line(runner, strbuf_view(&line));
    strbuf_free(&line);
    return true;
}

/* Compares line by line, so that blanks at line ends don't count. */
static bool same_lines(View a, View b)
{
    View x, y;
    bool more_a, more_b;
    for (;;) {
        more_a = view_split(&a, '\n', &x);
        more_b = view_split(&b, '\n', &y);
        if (!more_a && !more_b)
            return true;
        x = more_a ? x : (View){"", 0};
        y = more_b ? y : (View){"", 0};
        while (x.size > 0 && x.data[x.size - 1] == ' ')
            x.size--;
        while (y.size > 0 && y.data[y.size - 1] == ' ')
            y.size--;
        if (!view_equal(x, y))
            return false;
    }
}

static bool holds(const Runner *runner, View text)
{
    return text.size == 0 ||
           memmem(runner->shown.data, runner->shown.size, text.data, text.size) != NULL;
}

static bool check_row(Runner *runner, View rest)
{
    View lines = strbuf_view(&runner->shown), line = {0}, word;
    uint64_t row;
    if (!view_split(&rest, ' ', &word) || !view_to_u64(word, &row))
        return fail(runner, "row N TEXT");
    for (uint64_t i = 0; i <= row; i++)
        if (!view_split(&lines, '\n', &line))
            return fail(runner, "there is no such row");
    return view_equal(view_slice(line, 0, rest.size), rest) || fail(runner, "the row differs");
}

static bool check_cursor(Runner *runner, View rest)
{
    char at[40];
    snprintf(at, sizeof at, "%d %d", runner->picture.cursor_x, runner->picture.cursor_y);
    if (view_equal_text(rest, at))
        return true;
    printf("the cursor is at %s\n", at);
    return fail(runner, "the cursor is elsewhere");
}

static bool check_content(Runner *runner, View block)
{
    StrBuf content = {0};
    text_copy(runner->fixture.session.text, 0, text_size(runner->fixture.session.text), &content);
    bool same = view_equal(strbuf_view(&content), block);
    if (!same)
        printf("--- the text is:\n%s\n", strbuf_text(&content));
    strbuf_free(&content);
    return same || fail(runner, "the text differs");
}

static const struct {
    const char *name;
    Style style;
} styles[] = {
    {"plain", STYLE_PLAIN},     {"dim", STYLE_DIM},           {"wrong", STYLE_WRONG},
    {"ok", STYLE_OK},           {"selected", STYLE_SELECTED}, {"title", STYLE_TITLE},
    {"keyword", STYLE_KEYWORD}, {"type", STYLE_TYPE},         {"comment", STYLE_COMMENT},
    {"builtin", STYLE_BUILTIN}, {"warning", STYLE_WARNING},   {"heading", STYLE_HEADING},
    {"code", STYLE_CODE},       {"strong", STYLE_STRONG},     {"emphasis", STYLE_EMPHASIS},
};

static bool check_style(Runner *runner, View rest)
{
    View x, y;
    uint64_t column, row;
    if (!view_split(&rest, ' ', &x) || !view_split(&rest, ' ', &y) || !view_to_u64(x, &column) ||
        !view_to_u64(y, &row))
        return fail(runner, "style X Y WORD");
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (view_equal_text(rest, styles[i].name))
            return picture_style(&runner->picture, (int)column, (int)row) == styles[i].style ||
                   fail(runner, "the style differs");
    return fail(runner, "no such style");
}

static bool run_directive(Runner *runner, View name, View rest, View block)
{
    if (view_equal_text(name, "size"))
        return set_size(runner, rest);
    if (fixture_line(&runner->fixture, name, rest, block))
        return true;
    if (view_equal_text(name, "open"))
        return open_exercise(runner, rest);
    if (view_equal_text(name, "keys"))
        return press(runner, rest);
    if (view_equal_text(name, "command"))
        return run_line(runner, rest);
    begin(runner);
    if (view_equal_text(name, "type"))
        type(runner, rest);
    else if (view_equal_text(name, "paste"))
        screen_paste(&runner->screen, block);
    else if (view_equal_text(name, "update"))
        screen_update(&runner->screen);
    else if (!runner->picture.cells)
        return fail(runner, "first tell the size");
    draw(runner);
    if (view_equal_text(name, "screen"))
        return same_lines(strbuf_view(&runner->shown), block) || fail(runner, "it differs");
    if (view_equal_text(name, "has"))
        return holds(runner, rest) || fail(runner, "it is not on the screen");
    if (view_equal_text(name, "lacks"))
        return !holds(runner, rest) || fail(runner, "it is on the screen");
    if (view_equal_text(name, "row"))
        return check_row(runner, rest);
    if (view_equal_text(name, "cursor"))
        return check_cursor(runner, rest);
    if (view_equal_text(name, "content"))
        return check_content(runner, block);
    if (view_equal_text(name, "style"))
        return check_style(runner, rest);
    return view_equal_text(name, "type") || view_equal_text(name, "paste") ||
           view_equal_text(name, "update") || fail(runner, "no such directive");
}

/* Takes the lines that begin with '|' off the front, joined by LF. */
static int take_block(View *script, StrBuf *block)
{
    int lines = 0;
    strbuf_clear(block);
    while (script->size > 0 && script->data[0] == '|') {
        View line;
        view_split(script, '\n', &line);
        if (lines++ > 0)
            strbuf_add_byte(block, '\n');
        strbuf_add(block, view_slice(line, 1, line.size));
    }
    return lines;
}

static bool run_script(Runner *runner, View script)
{
    StrBuf block = {0};
    View line;
    bool good = true;
    while (good && view_split(&script, '\n', &line)) {
        runner->line++;
        if (line.size == 0 || line.data[0] == '#')
            continue;
        int lines = take_block(&script, &block);
        size_t blank = view_find(line, ' ');
        good = run_directive(runner, view_slice(line, 0, blank),
                             view_slice(line, blank + 1, line.size), strbuf_view(&block));
        runner->line += lines;
    }
    strbuf_free(&block);
    return good;
}

int main(int count, char **arguments)
{
    Runner runner = {.file = count > 1 ? arguments[1] : ""};
    StrBuf script = {0};
    Error error = {0};
    if (count != 2 || !file_read(arguments[1], 1 << 20, &script, &error)) {
        fprintf(stderr, "usage: view_runner SCRIPT\n%s\n", error.text);
        return 2;
    }
    fixture_init(&runner.fixture);
    bool good = run_script(&runner, strbuf_view(&script));
    if (runner.begun)
        screen_free(&runner.screen);
    fixture_free(&runner.fixture);
    picture_free(&runner.picture);
    strbuf_free(&runner.shown);
    strbuf_free(&script);
    return good ? 0 : 1;
}
