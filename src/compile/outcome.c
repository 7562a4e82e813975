/* What a program of NVRTC holds after its compile: log, PTX, machine code. */
#include "compile/outcome.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile/diagnostics.h"
#include "compile/machine.h"
#include "compile/plain_words.h"

enum {
    DIAGNOSTICS_KEPT = 200,
    LOG_READ = 4 << 20, /* bytes of the log that are looked at */
};

/* Ended by NUL; NULL: none. */
static char *log_of(const Nvrtc *nvrtc, nvrtcProgram program, View *text)
{
    size_t size = 0;
    if (nvrtc->nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size == 0)
        return NULL;
    char *log = memory_alloc(size + 1);
    if (nvrtc->nvrtcGetProgramLog(program, log) != NVRTC_SUCCESS) {
        free(log);
        return NULL;
    }
    *text = (View){log, strnlen(log, size < LOG_READ ? size : LOG_READ)};
    return log;
}

void outcome_log(const Compiler *compiler, nvrtcProgram program, const char *file,
                 CompileResult *result)
{
    View text;
    DiagnosticList all = {0};
    char *log = log_of(&compiler->nvrtc, program, &text);
    if (!log)
        return;
    diagnostics_parse(text, DIAGNOSTICS_KEPT, &all);
    for (size_t i = 0; i < all.size; i++) {
        Diagnostic *diagnostic = &all.data[i];
        bool own = !strcmp(diagnostic->file, file) || !*diagnostic->file;
        diagnostic_explain(diagnostic, compiler->nvrtc.include);
        if (own || diagnostic->severity == SEVERITY_ERROR)
            vec_push(&result->diagnostics, *diagnostic);
        else
            diagnostic_free(diagnostic); /* a warning in a header: nothing to be done about it */
    }
    vec_free(&all);
    free(log);
}

void outcome_kernels(Compiled *out)
{
    entries_find(view_of(out->ptx), &out->entries);
    for (size_t i = 0; i < out->entries.size; i++)
        vec_push(&out->result.kernels, memory_clone_text(out->entries.data[i].name));
}

/* NVRTC puts the folder that the process stands in before relative names: takes it away again, so
 * that the PTX of a source is the same everywhere. */
static void strip_folder(char *ptx)
{
    char folder[PATH_MAX];
    StrBuf prefix = {0};
    if (!getcwd(folder, sizeof folder))
        return;
    strbuf_format(&prefix, "\"%s/", folder);
    char *to = ptx, *from = ptx, *found;
    while ((found = strstr(from, strbuf_text(&prefix))) != NULL) {
        size_t kept = (size_t)(found - from) + 1; /* with the quote */
        memmove(to, from, kept);
        to += kept;
        from += kept + prefix.size - 1;
    }
    memmove(to, from, strlen(from) + 1);
    strbuf_free(&prefix);
}

void outcome_ptx(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out)
{
    size_t size = 0;
    if (nvrtc->nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS)
        return;
    out->ptx = memory_alloc(size + 1);
    if (nvrtc->nvrtcGetPTX(program, out->ptx) != NVRTC_SUCCESS) {
        free(out->ptx);
        out->ptx = NULL;
        return;
    }
    strip_folder(out->ptx);
    outcome_kernels(out);
}

void outcome_cubin(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out)
{
    size_t size = 0;
    if (nvrtc->nvrtcGetCUBINSize(program, &size) != NVRTC_SUCCESS || size == 0)
        return;
    out->cubin = memory_alloc(size);
    out->cubin_size = size;
    if (nvrtc->nvrtcGetCUBIN(program, out->cubin) == NVRTC_SUCCESS)
        return;
    free(out->cubin);
    out->cubin = NULL;
}

void outcome_machine(const Compiler *compiler, nvrtcProgram program, Compiled *out)
{
    View text;
    StrBuf name = {0};
    char *log = log_of(&compiler->nvrtc, program, &text);
    if (log)
        machine_read_log(text, &out->result);
    free(log);
    if (!out->cubin)
        outcome_cubin(&compiler->nvrtc, program, out);
    strbuf_format(&name, "sm_%d", compiler->machine);
    out->result.machine = strbuf_take(&name);
}
