/* libcyaml tells what went wrong through its log alone: first what, then a trace of where, from
 * the inside out. Both are kept here and made into one sentence. */
#include "lesson/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/strbuf.h"

enum { FRAMES = 16, FRAME_NAME = 64 };

typedef struct Frame {
    char field[FRAME_NAME]; /* "" for a sequence's entry or a nameless mapping */
    bool entry;
    int line;
} Frame;

typedef struct Trace {
    char message[256];
    Frame frames[FRAMES]; /* from the inside out */
    int count;
} Trace;

static void keep_frame(Trace *trace, const char *text)
{
    if (trace->count == FRAMES)
        return;
    Frame *frame = &trace->frames[trace->count++];
    *frame = (Frame){0};
    const char *line = strstr(text, "(line: ");
    frame->line = line ? atoi(line + 7) : 0;
    frame->entry = strstr(text, "sequence entry") != NULL;
    const char *quote = strchr(text, '\'');
    if (quote && !frame->entry)
        snprintf(frame->field, sizeof frame->field, "%.*s", (int)strcspn(quote + 1, "'"),
                 quote + 1);
}

__attribute__((format(printf, 3, 0))) static void log_line(cyaml_log_t level, void *context,
                                                           const char *format, va_list args)
{
    (void)level;
    Trace *trace = context;
    char line[256];
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "  in", 4) == 0)
        keep_frame(trace, line);
    else if (!strstr(line, "Backtrace") && !trace->message[0])
        snprintf(trace->message, sizeof trace->message, "%s",
                 strncmp(line, "Load: ", 6) == 0 ? line + 6 : line);
}

/* The schema of the place that the trace leads to. */
static const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *schema, const Trace *trace)
{
    for (int i = trace->count - 1; i >= 0 && schema; i--) {
        const Frame *frame = &trace->frames[i];
        if (frame->entry && schema->type == CYAML_SEQUENCE) {
            schema = schema->sequence.entry;
        } else if (frame->field[0] && schema->type == CYAML_MAPPING) {
            const cyaml_schema_field_t *field = schema->mapping.fields;
            while (field->key && strcmp(field->key, frame->field) != 0)
                field++;
            schema = field->key ? &field->value : NULL;
        }
    }
    return schema;
}

static void add_expectation(StrBuf *out, const cyaml_schema_value_t *schema)
{
    if (!schema)
        return;
    if (schema->type == CYAML_ENUM) {
        strbuf_add_text(out, "; expected one of");
        for (uint32_t i = 0; i < schema->enumeration.count; i++)
            strbuf_format(out, "%s %s", i ? "," : "", schema->enumeration.strings[i].str);
    } else if (schema->type == CYAML_MAPPING) {
        strbuf_add_text(out, "; expected keys are");
        for (const cyaml_schema_field_t *field = schema->mapping.fields; field->key; field++)
            strbuf_format(out, "%s %s", field == schema->mapping.fields ? "" : ",", field->key);
    } else if (schema->type == CYAML_SEQUENCE) {
        strbuf_add_text(out, "; expected a list");
        if (schema->sequence.min > 0)
            strbuf_format(out, " of at least %u", schema->sequence.min);
    } else {
        strbuf_add_text(out, "; expected a text that is not empty");
    }
}

/* The first line from `line` on that holds `key:`, since libcyaml's own is the one before; 0: none,
 * as where a text between braces is cut in two by a comma in it. */
static int line_of_key(View text, int line, const char *key)
{
    char wanted[FRAME_NAME + 1];
    snprintf(wanted, sizeof wanted, "%.60s:", key);
    View rest = text, piece;
    for (int number = 1; view_split(&rest, '\n', &piece); number++)
        if (number >= line && piece.size && memmem(piece.data, piece.size, wanted, strlen(wanted)))
            return number;
    return 0;
}

static void tell_unknown(const char *file, View text, int line, const char *key,
                         const char *expected, Error *error)
{
    int at = line_of_key(text, line, key);
    error_at(error, ERROR_CONTENT, file, at ? at : line, "unknown key \"%s\"%s%s", key, expected,
             at ? "" : "; between braces a text with a comma must stand in quotes");
}

static void tell_missing(const char *file, const Trace *trace, const char *key, Error *error)
{
    int line = trace->count > 1 ? trace->frames[1].line : 1;
    const char *within = trace->count > 2 ? trace->frames[2].field : "";
    error_at(error, ERROR_CONTENT, file, line, "the key \"%s\" is missing%s%s%s", key,
             within[0] ? " in this entry of \"" : "", within, within[0] ? "\"" : "");
}

static void tell(const char *file, View text, const cyaml_schema_value_t *schema,
                 const Trace *trace, cyaml_err_t cause, Error *error)
{
    const char *colon = strstr(trace->message, ": ");
    const char *detail = colon ? colon + 2 : trace->message;
    int line = trace->count ? trace->frames[0].line : 1;
    const char *field = trace->count ? trace->frames[0].field : "";
    StrBuf expected = {0};
    add_expectation(&expected, schema_at(schema, trace));
    if (cause == CYAML_ERR_MAPPING_FIELD_MISSING)
        tell_missing(file, trace, detail, error);
    else if (cause == CYAML_ERR_INVALID_KEY)
        tell_unknown(file, text, line, detail, strbuf_text(&expected), error);
    else if (cause == CYAML_ERR_LIBYAML_PARSER)
        error_at(error, ERROR_CONTENT, file, line, "no YAML from here on: %s", detail);
    else if (schema_at(schema, trace) && schema_at(schema, trace)->type == CYAML_ENUM)
        error_at(error, ERROR_CONTENT, file, line, "\"%s\" does not fit \"%s\"%s", detail, field,
                 strbuf_text(&expected));
    else
        error_at(error, ERROR_CONTENT, file, line, "%s%s%s: %s%s", field[0] ? "\"" : "", field,
                 field[0] ? "\"" : "the file",
                 trace->message[0] ? trace->message : cyaml_strerror(cause),
                 strbuf_text(&expected));
    strbuf_free(&expected);
}

static cyaml_config_t config_with(Trace *trace)
{
    return (cyaml_config_t){.log_fn = log_line,
                            .log_ctx = trace,
                            .log_level = CYAML_LOG_ERROR,
                            .mem_fn = cyaml_mem,
                            .flags = CYAML_CFG_NO_ALIAS};
}

void *yaml_load(const char *file, View text, const cyaml_schema_value_t *schema, Error *error)
{
    Trace trace = {0};
    cyaml_config_t config = config_with(&trace);
    void *data = NULL;
    cyaml_err_t cause =
        cyaml_load_data((const uint8_t *)text.data, text.size, &config, schema, &data, NULL);
    if (cause != CYAML_OK) {
        tell(file, text, schema, &trace, cause, error);
        return NULL;
    }
    if (!data)
        error_at(error, ERROR_CONTENT, file, 1, "the file is empty");
    return data;
}

void yaml_free(const cyaml_schema_value_t *schema, void *data)
{
    Trace trace = {0};
    cyaml_config_t config = config_with(&trace);
    if (data)
        cyaml_free(&config, schema, data, 0);
}
