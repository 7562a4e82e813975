/* Handles are numbered by kind in the order in which they are made; functions have their names. */
#include "host/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Types of handles that are made, and how they are called. */
static const char *const kinds[][2] = {
    {"CUcontext *", "context"},      {"CUmodule *", "module"},  {"CUlibrary *", "library"},
    {"CUstream *", "stream"},        {"CUevent *", "event"},    {"CUgraph *", "graph"},
    {"CUgraphExec *", "graph exec"}, {"CUgraphNode *", "node"}, {"CUmemoryPool *", "pool"},
    {"CUlinkState *", "link"},
};

const char *names_find(const HandleNames *names, uint64_t value)
{
    for (size_t i = names->names.size; value && i > 0; i--)
        if (names->names.data[i - 1].value == value)
            return names->names.data[i - 1].text;
    return NULL;
}

static uint64_t number_next(HandleNames *names, const char *kind)
{
    for (size_t i = 0; i < names->counts.size; i++)
        if (strcmp(names->counts.data[i].text, kind) == 0)
            return ++names->counts.data[i].value;
    vec_push(&names->counts, (HandleName){1, memory_clone_text(kind)});
    return 1;
}

static bool is_made(const LoggedCall *call)
{
    return strstr(call->function.symbol, "Create") || strstr(call->function.symbol, "Load") ||
           strstr(call->function.symbol, "Add") || strstr(call->function.symbol, "Retain") ||
           strstr(call->function.symbol, "Instantiate") ||
           strstr(call->function.symbol, "Capture") || strstr(call->function.symbol, "Clone");
}

static void learn(HandleNames *names, uint64_t value, const char *kind)
{
    StrBuf text = {0};
    const char *known = names_find(names, value);
    if (known && strcmp(kind, "context") == 0)
        return; /* the primary context is the same each time */
    strbuf_format(&text, "%s %llu", kind, (unsigned long long)number_next(names, kind));
    vec_push(&names->names, (HandleName){value, strbuf_take(&text)});
}

/* The first text among the arguments is the function's name. */
static void learn_function(HandleNames *names, const LoggedCall *call, uint64_t value)
{
    for (size_t i = 0; i < call->function.count; i++) {
        StrBuf text = {0};
        if (call->function.parameters[i].kind != PARAMETER_TEXT)
            continue;
        utf8_add_inert(&text, call->extras[i], false, false);
        vec_push(&names->names, (HandleName){value, strbuf_take(&text)});
        return;
    }
}

void names_take(HandleNames *names, const LoggedCall *call)
{
    for (size_t i = 0; i < call->function.count; i++) {
        const char *type = call->function.parameters[i].text;
        if (!(call->log.has_out >> i & 1) || !call->log.outs[i])
            continue;
        if (strcmp(type, "CUfunction *") == 0 || strcmp(type, "CUkernel *") == 0)
            learn_function(names, call, call->log.outs[i]);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strcmp(type, kinds[k][0]) == 0 && is_made(call))
                learn(names, call->log.outs[i], kinds[k][1]);
    }
}

void names_free(HandleNames *names)
{
    for (size_t i = 0; i < names->names.size; i++)
        free(names->names.data[i].text);
    for (size_t i = 0; i < names->counts.size; i++)
        free(names->counts.data[i].text);
    vec_free(&names->names);
    vec_free(&names->counts);
}
