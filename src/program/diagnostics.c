/* Reads the compiler's log line by line. */
#include "program/diagnostics.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    Severity severity;
} severities[] = {{" fatal error: ", SEVERITY_ERROR},
                  {" error: ", SEVERITY_ERROR},
                  {" warning: ", SEVERITY_WARNING},
                  {" note: ", SEVERITY_NOTE}};

/* One line of the log that has a place. */
typedef struct Said {
    View file, text;
    uint64_t line, column;
    Severity severity;
} Said;

/* Takes "NUMBER:" from the front. */
static bool take_number(View *rest, uint64_t *out)
{
    size_t size = view_find(*rest, ':');
    if (size == rest->size || !view_to_u64(view_slice(*rest, 0, size), out))
        return false;
    *rest = view_slice(*rest, size + 1, rest->size);
    return true;
}

static bool read_said(View line, Said *out)
{
    size_t colon = view_find(line, ':');
    View rest = view_slice(line, colon + 1, line.size);
    *out = (Said){.file = view_slice(line, 0, colon)};
    if (colon == 0 || colon == line.size || line.data[0] == ' ')
        return false;
    if (!take_number(&rest, &out->line))
        return false;
    take_number(&rest, &out->column);
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++)
        if (view_starts(rest, severities[i].text)) {
            out->severity = severities[i].severity;
            out->text = view_slice(rest, strlen(severities[i].text), rest.size);
            return true;
        }
    return false;
}

typedef struct Reader {
    const char *file, *shown;
    size_t limit;
    CompilerSays *out;
    Said now;    /* being gathered; text.data NULL: none */
    bool placed; /* its line is one of the file */
    StrBuf text;
} Reader;

static bool contains(View text, const char *part)
{
    return text.size && memmem(text.data, text.size, part, strlen(part)) != NULL;
}

static bool is_own(const Reader *reader, View file)
{
    return view_equal_text(file, reader->file);
}

static void finish(Reader *reader)
{
    const Said *said = &reader->now;
    uint32_t line = reader->placed ? (uint32_t)said->line : 0;
    if (!said->text.data)
        return;
    if (contains(said->text, "[-Wunused-result]") && said->severity == SEVERITY_WARNING) {
        vec_push(&reader->out->unchecked, line);
    } else if (reader->out->diagnostics.size < reader->limit) {
        Diagnostic diagnostic = {.severity = said->severity,
                                 .file = memory_clone_text(reader->shown),
                                 .line = line,
                                 .column = reader->placed ? (uint32_t)said->column : 0,
                                 .text = strbuf_take(&reader->text)};
        vec_push(&reader->out->diagnostics, diagnostic);
    }
    strbuf_free(&reader->text);
    reader->now = (Said){0};
}

static void begin(Reader *reader, const Said *said)
{
    finish(reader);
    reader->now = *said;
    reader->placed = is_own(reader, said->file);
    strbuf_add(&reader->text, said->text);
}

/* A note belongs to what was said before; that of a macro tells where in the file it was. */
static void take_note(Reader *reader, const Said *note)
{
    bool macro = contains(note->text, "in expansion of macro") ||
                 contains(note->text, "expanded from macro");
    if (!reader->now.text.data)
        return;
    if (!reader->placed && is_own(reader, note->file)) {
        reader->now.line = note->line;
        reader->now.column = note->column;
        reader->placed = true;
    }
    if (macro)
        return;
    strbuf_add_byte(&reader->text, '\n');
    strbuf_add(&reader->text, note->text);
}

/* "/usr/bin/ld: host.c:(.text+0x5): undefined reference to `f'" */
static void take_linker(Reader *reader, View line)
{
    bool undefined = contains(line, "undefined reference to"),
         multiple = contains(line, "multiple definition of");
    const char *from = undefined  ? memmem(line.data, line.size, "undefined reference", 19)
                       : multiple ? memmem(line.data, line.size, "multiple definition", 19)
                                  : NULL;
    if (!from)
        return;
    View text = {from, (size_t)(line.data + line.size - from)};
    Said said = {.file = view_of(""), .text = text, .severity = SEVERITY_ERROR};
    begin(reader, &said);
}

void compiler_read(View log, const char *file, const char *shown, size_t limit, CompilerSays *out)
{
    Reader reader = {.file = file, .shown = shown, .limit = limit, .out = out};
    View line;
    *out = (CompilerSays){0};
    while (log.size > 0 && view_split(&log, '\n', &line)) {
        Said said;
        if (!read_said(line, &said))
            take_linker(&reader, line);
        else if (said.severity == SEVERITY_NOTE)
            take_note(&reader, &said);
        else
            begin(&reader, &said);
    }
    finish(&reader);
    strbuf_free(&reader.text);
}

void compiler_says_free(CompilerSays *says)
{
    for (size_t i = 0; i < says->diagnostics.size; i++)
        diagnostic_free(&says->diagnostics.data[i]);
    vec_free(&says->diagnostics);
    vec_free(&says->unchecked);
}
