/* Options and headers by what the source asks for. */
#include "compile/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/headers.h"
#include "compile/print_use.h"

static bool holds(View source, const char *word)
{
    return memmem(source.data, source.size, word, strlen(word)) != NULL;
}

void wants_begin(Wants *wants, View source)
{
    *wants = (Wants){
        .own_groups = true,
        .prints = source_prints(source),
        .launches = holds(source, "<<<"),
    };
    /* Textures, surfaces, and the runtime's types and functions are what `minimal` leaves out. */
    wants->little = !wants->launches && !holds(source, "cuda") && !holds(source, "tex") &&
                    !holds(source, "surf");
}

static bool is_own(const char *name)
{
    const LabHeader *header = lab_headers;
    while (header->name && strcmp(header->name, name) != 0)
        header++;
    return header->name != NULL;
}

void wants_include(Wants *wants, const char *name)
{
    wants->groups |= !strcmp(name, "cooperative_groups.h");
    wants->own_groups &= !view_starts(view_of(name), "cooperative_groups/");
    wants->little &= is_own(name);
}

static void add(Options *options, const char *option)
{
    options->list[options->count++] = option;
}

void options_make(const Compiler *compiler, const Wants *wants, uint32_t code, bool machine,
                  bool minimal, Options *out)
{
    const char *toolkit = compiler->nvrtc.include;
    *out = (Options){0};
    snprintf(out->target, sizeof out->target, "--gpu-architecture=%s_%d",
             machine ? "sm" : "compute", machine ? compiler->machine : compiler->target);
    add(out, out->target);
    if (machine && code & CODE_MACHINE)
        add(out, "--ptxas-options=-v");
    add(out, "--std=c++17");
    add(out, code & CODE_NAMED ? "--device-debug" : "-lineinfo");
    if (wants->launches) /* kernels from kernels: the device runtime is linked later */
        add(out, "-rdc=true");
    add(out, "--pre-include=culab_prelude.h");
    if (code & CODE_REVEALED)
        add(out, "--pre-include=culab_index.h");
    if (code & CODE_UNFUSED)
        add(out, "-fmad=false");
    if (code & CODE_PRECISE)
        add(out, "--pre-include=culab_precise.h");
    if (compiler->device_printf && wants->prints)
        add(out, "--pre-include=culab_printf.h");
    if (minimal)
        add(out, "--minimal");
    /* NVRTC's own, in the home folder: all that is typed would fill it. */
    if (compiler->nvrtc.major >= 13)
        add(out, "--no-cache");
    if (!toolkit)
        return;
    strbuf_format(&out->include, "-I%s", toolkit);
    strbuf_format(&out->cccl, "-I%s/cccl", toolkit);
    add(out, strbuf_text(&out->include));
    add(out, strbuf_text(&out->cccl));
}

void options_free(Options *options)
{
    strbuf_free(&options->include);
    strbuf_free(&options->cccl);
}

Headers headers_choose(const Wants *wants, const char *toolkit)
{
    size_t room = lab_header_count();
    Headers headers = {memory_alloc_array(room, sizeof(char *)),
                       memory_alloc_array(room, sizeof(char *)), 0};
    for (const LabHeader *header = lab_headers; header->name; header++) {
        bool groups = !strcmp(header->name, "cooperative_groups.h");
        if (groups && !wants->own_groups && toolkit)
            continue;
        headers.names[headers.count] = header->name;
        headers.texts[headers.count++] = header->text;
    }
    return headers;
}

void headers_free(Headers *headers)
{
    free(headers->names);
    free(headers->texts);
    *headers = (Headers){0};
}
