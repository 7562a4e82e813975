/* Readline by its callback interface, fed with keys. */
#include "term/prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "base/vec.h"

enum { HISTORY_LINES = 500 };

/* Readline's callbacks have no context argument. */
static struct {
    bool begun;
    StrBuf bytes; /* keys on their way to readline, used up to `taken` */
    size_t taken;
    PromptState state;
    StrBuf line, matches;
    PromptComplete complete;
    void *context;
    char *history;
} prompt;

static int next_byte(FILE *stream)
{
    (void)stream;
    return prompt.taken < prompt.bytes.size ? (unsigned char)prompt.bytes.data[prompt.taken++]
                                            : EOF;
}

/* Readline asks whether more was typed, and would look at the terminal itself, where keys wait that
 * it is given later. */
static int has_byte(void)
{
    return prompt.taken < prompt.bytes.size;
}

static void draw_nothing(void)
{
}

static void prepare_nothing(int meta)
{
    (void)meta;
}

static void take_line(char *line)
{
    strbuf_clear(&prompt.line);
    strbuf_add_text(&prompt.line, line ? line : "");
    prompt.state = line ? PROMPT_DONE : PROMPT_CANCELLED;
    if (line && *line) {
        HIST_ENTRY *last =
            history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
        if (!last || strcmp(last->line, line) != 0)
            add_history(line);
    }
    free(line);
    rl_callback_handler_remove();
}

/* The completions of the line that is asked for, in readline's own array: malloc'ed lines, the
 * first one the longest common front. */
static char **matches_of(const StrBuf *lines)
{
    VEC(char *) matches = {0};
    View rest = strbuf_view(lines), line;
    vec_push(&matches, NULL);
    while (view_split(&rest, '\n', &line))
        if (line.size > 0)
            vec_push(&matches, memory_clone_bytes(line.data, line.size));
    if (matches.size == 1) {
        vec_free(&matches);
        return NULL;
    }
    size_t shared = strlen(matches.data[1]);
    for (size_t i = 2; i < matches.size; i++)
        for (size_t j = 0; j < shared; j++)
            if (matches.data[i][j] != matches.data[1][j])
                shared = j;
    matches.data[0] = memory_clone_bytes(matches.data[1], shared);
    if (matches.size == 2) {
        free(matches.data[1]);
        matches.size = 1;
    }
    vec_push(&matches, NULL);
    return matches.data;
}

static char **complete(const char *text, int start, int end)
{
    StrBuf lines = {0};
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1;
    prompt.complete(prompt.context, view_of(text), &lines);
    char **matches = matches_of(&lines);
    strbuf_free(&lines);
    return matches;
}

static void keep_matches(char **matches, int count, int longest)
{
    (void)longest;
    strbuf_clear(&prompt.matches);
    for (int i = 1; i <= count; i++)
        strbuf_format(&prompt.matches, "%s\n", matches[i]);
}

void prompt_begin(const char *history)
{
    if (prompt.begun)
        return;
    prompt.begun = true;
    rl_readline_name = "culab";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_getc_function = next_byte;
    rl_input_available_hook = has_byte;
    rl_redisplay_function = draw_nothing;
    rl_prep_term_function = prepare_nothing;
    rl_deprep_term_function = draw_nothing;
    rl_attempted_completion_function = complete;
    rl_completion_display_matches_hook = keep_matches;
    rl_completer_word_break_characters = (char *)"";
    rl_completer_quote_characters = (char *)"";
    rl_initialize();
    rl_variable_bind("editing-mode", "emacs");
    rl_variable_bind("show-all-if-ambiguous", "on");
    rl_variable_bind("bell-style", "none");
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_completion_query_items = 0;
    using_history();
    stifle_history(HISTORY_LINES);
    if (history) {
        prompt.history = memory_clone_text(history);
        read_history(history);
    }
}

void prompt_end(void)
{
    if (!prompt.begun)
        return;
    if (prompt.history && history_length > 0)
        write_history(prompt.history);
    clear_history();
    strbuf_free(&prompt.bytes);
    strbuf_free(&prompt.line);
    strbuf_free(&prompt.matches);
    free(prompt.history);
    prompt.history = NULL;
    prompt.begun = false;
}

void prompt_open(View initial, PromptComplete complete_line, void *context)
{
    prompt.complete = complete_line;
    prompt.context = context;
    prompt.state = PROMPT_OPEN;
    strbuf_clear(&prompt.matches);
    strbuf_clear(&prompt.bytes);
    prompt.taken = 0;
    rl_callback_handler_install("", take_line);
    prompt_paste(initial);
}

/* Named keys as the bytes that readline's emacs mode knows. */
static const struct {
    Key key;
    const char *bytes;
} named[] = {
    {KEYCODE_ENTER, "\r"},
    {KEYCODE_TAB, "\t"},
    {KEYCODE_BACKSPACE, "\x7f"},
    {KEYCODE_DELETE, "\x04"},
    {KEYCODE_LEFT, "\x02"},
    {KEYCODE_RIGHT, "\x06"},
    {KEYCODE_UP, "\x10"},
    {KEYCODE_DOWN, "\x0e"},
    {KEYCODE_HOME, "\x01"},
    {KEYCODE_END, "\x05"},
    {KEYCODE_LEFT | KEY_WITH_CTRL, "\033b"},
    {KEYCODE_RIGHT | KEY_WITH_CTRL, "\033f"},
    {KEYCODE_BACKSPACE | KEY_WITH_ALT, "\033\x7f"},
};

static void queue_key(Key key)
{
    Key code = key & KEY_CODE_MASK;
    char bytes[4];
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].key == key)
            strbuf_add_text(&prompt.bytes, named[i].bytes);
    if (code >= KEYCODE_FIRST)
        return;
    if (key & KEY_WITH_ALT)
        strbuf_add_byte(&prompt.bytes, 0x1B);
    if (key & KEY_WITH_CTRL)
        strbuf_add_byte(&prompt.bytes, (char)(code & 0x1F));
    else
        strbuf_add_bytes(&prompt.bytes, bytes, utf8_encode(code, bytes));
}

PromptState prompt_key(Key key)
{
    bool cancels = key == KEYCODE_ESCAPE || key == ('c' | KEY_WITH_CTRL) ||
                   key == ('g' | KEY_WITH_CTRL) || (key == KEYCODE_BACKSPACE && rl_end == 0);
    if (prompt.state != PROMPT_OPEN)
        return prompt.state;
    if (cancels) {
        prompt_close();
        return prompt.state;
    }
    strbuf_clear(&prompt.bytes);
    prompt.taken = 0;
    if (key != KEYCODE_DELETE || rl_point < rl_end)
        queue_key(key);
    if (key != KEYCODE_TAB)
        strbuf_clear(&prompt.matches);
    while (prompt.state == PROMPT_OPEN && prompt.taken < prompt.bytes.size)
        rl_callback_read_char();
    return prompt.state;
}

void prompt_paste(View text)
{
    char *line = memory_clone_bytes(text.data ? text.data : "", text.size);
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F)
            line[i] = ' ';
    if (prompt.state == PROMPT_OPEN)
        rl_insert_text(line);
    free(line);
}

View prompt_line(void)
{
    if (prompt.state != PROMPT_OPEN)
        return strbuf_view(&prompt.line);
    return (View){rl_line_buffer, (size_t)rl_end};
}

size_t prompt_cursor(void)
{
    return (size_t)rl_point;
}

View prompt_matches(void)
{
    return strbuf_view(&prompt.matches);
}

void prompt_close(void)
{
    if (prompt.state == PROMPT_OPEN)
        rl_callback_handler_remove();
    prompt.state = PROMPT_CANCELLED;
    strbuf_clear(&prompt.matches);
}
