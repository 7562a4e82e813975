/* Reads the compiler's log line by line. */
#include "compile/diagnostics.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 2,         /* of the source and caret lines in NVRTC's log */
    LINE_KEPT = 2000,   /* bytes of one line of text */
    CONTEXT_LINES = 40, /* further lines of one diagnostic */
};

typedef struct SeverityWord {
    const char *word;
    Severity severity;
} SeverityWord;

/* Longer ones first. */
static const SeverityWord severity_words[] = {
    {"catastrophic error", SEVERITY_ERROR},
    {"internal error", SEVERITY_ERROR},
    {"command-line error", SEVERITY_ERROR},
    {"error", SEVERITY_ERROR},
    {"fatal", SEVERITY_ERROR},
    {"warning", SEVERITY_WARNING},
    {"remark", SEVERITY_NOTE},
    {"info", SEVERITY_NOTE},
    {"note", SEVERITY_NOTE},
};

typedef struct Parser {
    DiagnosticList *out;
    Diagnostic now; /* being read */
    StrBuf text;
    bool open;
    int lines;
    View previous; /* the line before: the source line, if a caret follows */
    bool has_previous;
} Parser;

static View cut(View line)
{
    return line.size > LINE_KEPT ? view_slice(line, 0, LINE_KEPT) : line;
}

static void add_line(Parser *parser, View line)
{
    if (parser->lines++ < CONTEXT_LINES) {
        strbuf_add_byte(&parser->text, '\n');
        strbuf_add(&parser->text, cut(line));
    }
}

static void flush_previous(Parser *parser)
{
    if (parser->has_previous && view_trim(parser->previous).size > 0)
        add_line(parser, view_trim(parser->previous));
    parser->has_previous = false;
}

static void finish(Parser *parser)
{
    if (!parser->open)
        return;
    flush_previous(parser);
    parser->now.text = strbuf_take(&parser->text);
    vec_push(parser->out, parser->now);
    parser->open = false;
}

static void begin(Parser *parser, View file, uint32_t line, Severity severity, View text)
{
    finish(parser);
    parser->now = (Diagnostic){
        .severity = severity, .file = memory_clone_bytes(file.data, file.size), .line = line};
    strbuf_add(&parser->text, cut(text));
    parser->open = true;
    parser->lines = 0;
}

/* Takes "error: ", "warning #177-D: ", "error   : " off the front. */
static bool take_severity(View *rest, Severity *severity)
{
    for (size_t i = 0; i < sizeof severity_words / sizeof *severity_words; i++) {
        if (!view_starts(*rest, severity_words[i].word))
            continue;
        View after = view_slice(*rest, strlen(severity_words[i].word), rest->size);
        size_t colon = view_find(after, ':');
        View number = view_trim(view_slice(after, 0, colon));
        if (colon == after.size || (number.size > 0 && number.data[0] != '#'))
            return false;
        *severity = severity_words[i].severity;
        *rest = view_trim(view_slice(after, colon + 1, after.size));
        return true;
    }
    return false;
}

static bool read_number(View text, uint32_t *out)
{
    int64_t number;
    if (!view_to_i64(text, &number) || number < 0 || number > INT32_MAX)
        return false;
    *out = (uint32_t)number;
    return true;
}

/* "k.cu(3): error: text": the last parenthesis before "): severity" ends the file's name. */
static bool take_nvrtc(Parser *parser, View line)
{
    for (size_t at = 0; at + 2 < line.size; at++) {
        if (line.data[0] == ' ' || line.data[at] != ')' || line.data[at + 1] != ':')
            continue;
        size_t open = at;
        while (open > 0 && line.data[open] != '(')
            open--;
        View rest = view_trim(view_slice(line, at + 2, line.size));
        uint32_t number;
        Severity severity;
        if (open == 0 || !read_number(view_slice(line, open + 1, at), &number) ||
            !take_severity(&rest, &severity))
            continue;
        begin(parser, view_slice(line, 0, open), number, severity, rest);
        return true;
    }
    return false;
}

/* "ptxas application ptx input, line 12; error   : text", "ptxas fatal   : text". */
static bool take_ptxas(Parser *parser, View line)
{
    Severity severity;
    uint32_t number = 0;
    if (!view_starts(line, "ptxas "))
        return false;
    View rest = view_trim(view_slice(line, strlen("ptxas "), line.size));
    const char *place = memmem(rest.data, rest.size, ", line ", 7);
    size_t semicolon = view_find(rest, ';');
    if (place && semicolon < rest.size && place < rest.data + semicolon) {
        size_t from = (size_t)(place - rest.data) + 7;
        read_number(view_trim(view_slice(rest, from, semicolon)), &number);
        rest = view_trim(view_slice(rest, semicolon + 1, rest.size));
    }
    if (!take_severity(&rest, &severity))
        return false;
    begin(parser, VIEW("ptx"), number, severity, rest);
    return true;
}

/* "error: text", as for a wrong option. */
static bool take_bare(Parser *parser, View line)
{
    Severity severity;
    View rest = line;
    if (!take_severity(&rest, &severity))
        return false;
    begin(parser, (View){"", 0}, 0, severity, rest);
    return true;
}

static bool is_caret(View line)
{
    View trimmed = view_trim(line);
    return trimmed.size == 1 && trimmed.data[0] == '^' && line.size > INDENT;
}

static bool is_chatter(View line)
{
    static const char *const ends[] = {"detected in the compilation of", "Compilation terminated.",
                                       "Remark: The warnings can be suppressed",
                                       "Remark: individual warnings can be suppressed"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (memmem(line.data, line.size, ends[i], strlen(ends[i])))
            return true;
    return false;
}

static void take_line(Parser *parser, View line)
{
    if (take_nvrtc(parser, line) || take_ptxas(parser, line) || take_bare(parser, line))
        return;
    if (view_trim(line).size == 0 || is_chatter(line) || !parser->open) {
        flush_previous(parser);
    } else if (is_caret(line) && parser->now.column == 0) {
        parser->now.column = (uint32_t)(view_find(line, '^') - INDENT) + 1;
        parser->has_previous = false;
    } else {
        flush_previous(parser);
        parser->previous = line;
        parser->has_previous = true;
    }
}

static size_t count_errors(const DiagnosticList *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->size; i++)
        count += list->data[i].severity == SEVERITY_ERROR;
    return count;
}

/* Past the limit, warnings give way to errors. */
static void keep_to_limit(DiagnosticList *list, size_t limit)
{
    size_t kept = 0, all = list->size, errors = count_errors(list);
    size_t others = errors < limit ? limit - errors : 0; /* that there is room for */
    if (all <= limit)
        return;
    for (size_t i = 0; i < all; i++) {
        bool is_error = list->data[i].severity == SEVERITY_ERROR;
        if (kept < limit && (is_error || others > 0)) {
            others -= !is_error;
            list->data[kept++] = list->data[i];
        } else {
            diagnostic_free(&list->data[i]);
        }
    }
    StrBuf text = {0};
    strbuf_format(&text, "%zu further messages are not shown", all - kept);
    list->size = kept;
    vec_push(list, (Diagnostic){.severity = SEVERITY_NOTE,
                                .file = memory_clone_text(""),
                                .text = strbuf_take(&text)});
}

void diagnostics_parse(View log, size_t limit, DiagnosticList *out)
{
    Parser parser = {.out = out};
    View rest = log, line;
    while (view_split(&rest, '\n', &line)) {
        if (line.size && line.data[line.size - 1] == '\r')
            line.size--;
        take_line(&parser, line);
    }
    finish(&parser);
    keep_to_limit(out, limit);
}
