/* Reading the directives of a script. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const Script *script, int line, const char *why)
{
    fprintf(stderr, "%s:%d: %s\n", script->path, line, why);
    exit(2);
}

static SimDim parse_dim(const char *text)
{
    SimDim dim = {1, 1, 1};
    sscanf(text, "%u,%u,%u", &dim.x, &dim.y, &dim.z);
    return dim;
}

static uint64_t type_bytes(const char *type)
{
    return strtoull(type + 1, NULL, 10) / 8;
}

static void parse_buffer(Script *script, const char *text, int line)
{
    Buffer buffer = {0};
    unsigned long long count;
    int used = 0;
    if (sscanf(text, "%31s %7[a-z0-9][%llu]%n", buffer.name, buffer.type, &count, &used) != 3)
        refuse(script, line, "buffer NAME TYPE[N] EXPRESSION");
    buffer.count = count;
    buffer.bytes = type_bytes(buffer.type);
    snprintf(buffer.fill, sizeof(buffer.fill), "%s", text + used);
    vec_push(&script->buffers, buffer);
}

static void parse_texture(Script *script, const char *text, int line)
{
    ScriptTexture texture;
    if (!texture_parse(text, &texture))
        refuse(script, line, "texture NAME BUFFER SHAPE TYPE CHANNELS W,H,D WORD...");
    vec_push(&script->textures, texture);
}

static void parse_expectation(Script *script, const char *text, int line, bool listed)
{
    Expectation expectation = {.listed = listed, .line = line};
    unsigned long long from = 0, to = 0;
    int used = 0;
    if (sscanf(text, "%31[A-Za-z0-9_][%llu..%llu]%n", expectation.buffer, &from, &to, &used) == 3 &&
        used) {
        expectation.from = from;
        expectation.to = to;
    } else if (sscanf(text, "%31[A-Za-z0-9_][%llu]%n", expectation.buffer, &from, &used) == 2 &&
               used) {
        expectation.from = expectation.to = from;
    } else if (sscanf(text, "%31s%n", expectation.buffer, &used) == 1) {
        expectation.whole = true;
    } else {
        refuse(script, line, "expect NAME EXPRESSION");
    }
    snprintf(expectation.text, sizeof(expectation.text), "%s", text + used);
    vec_push(&script->expectations, expectation);
}

/* \n and \\ as in C. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\\' && from[1]) {
            from++;
            *to++ = *from == 'n' ? '\n' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
}

static void parse_print(Script *script, const char *text, int line)
{
    PrintLine print = {.line = line};
    int used = 0;
    if (sscanf(text, "%u:%u %n", &print.block, &print.thread, &used) != 2) {
        print.block = 0;
        if (sscanf(text, "%u %n", &print.thread, &used) != 1)
            refuse(script, line, "print X TEXT");
    }
    snprintf(print.text, sizeof(print.text), "%s", text + used);
    unescape(print.text);
    vec_push(&script->prints, print);
    script->checks_prints = true;
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void parse_directive(Script *script, const char *word, const char *rest, int line)
{
#define IS(name) (strcmp(word, name) == 0)
    if (IS("kernel"))
        copy(script->kernel, sizeof(script->kernel), rest);
    else if (IS("grid"))
        script->grid = parse_dim(rest);
    else if (IS("block"))
        script->block = parse_dim(rest);
    else if (IS("cluster"))
        script->cluster = parse_dim(rest);
    else if (IS("shared"))
        script->shared = strtoull(rest, NULL, 0);
    else if (IS("budget"))
        script->budget = strtoull(rest, NULL, 0);
    else if (IS("seed"))
        script->seed = strtoull(rest, NULL, 0);
    else if (IS("print_limit"))
        script->print_limit = strtoull(rest, NULL, 0);
    else if (IS("lost"))
        script->lost = strtoull(rest, NULL, 0);
    else if (IS("cooperative"))
        script->cooperative = true;
    else if (IS("fixed"))
        script->fixed = true;
    else if (IS("nofinding"))
        script->no_finding = true;
    else if (IS("buffer"))
        parse_buffer(script, rest, line);
    else if (IS("texture"))
        parse_texture(script, rest, line);
    else if (IS("arg"))
        vec_push(&script->args, memory_clone_text(rest));
    else if (IS("expect"))
        parse_expectation(script, rest, line, false);
    else if (IS("values"))
        parse_expectation(script, rest, line, true);
    else if (IS("status"))
        copy(script->status, sizeof(script->status), rest);
    else if (IS("fault"))
        copy(script->fault, sizeof(script->fault), rest);
    else if (IS("error"))
        copy(script->error, sizeof(script->error), rest);
    else if (IS("finding"))
        vec_push(&script->findings, memory_clone_text(rest));
    else if (IS("print"))
        parse_print(script, rest, line);
    else
        refuse(script, line, "unknown directive");
#undef IS
}

void script_parse(Script *script, const char *path, View text)
{
    View rest = text, line;
    *script = (Script){.path = path, .grid = {1, 1, 1}, .block = {32, 1, 1}};
    copy(script->status, sizeof(script->status), "done");
    for (int number = 1; view_split(&rest, '\n', &line); number++) {
        char word[32], buffer[768];
        int used = 0;
        if (!view_starts(line, "//@ "))
            continue;
        snprintf(buffer, sizeof(buffer), "%.*s", VIEW_ARG(line));
        if (sscanf(buffer + 4, "%31s %n", word, &used) < 1)
            refuse(script, number, "a directive is missing");
        parse_directive(script, word, buffer + 4 + used, number);
    }
}

void script_free(Script *script)
{
    for (size_t i = 0; i < script->args.size; i++)
        free(script->args.data[i]);
    for (size_t i = 0; i < script->findings.size; i++)
        free(script->findings.data[i]);
    vec_free(&script->args);
    vec_free(&script->findings);
    vec_free(&script->buffers);
    vec_free(&script->textures);
    vec_free(&script->expectations);
    vec_free(&script->prints);
}
