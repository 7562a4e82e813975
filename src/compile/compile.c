/* Compiling a source with NVRTC. */
#include "compile/compile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "compile/confine.h"
#include "compile/includes.h"
#include "compile/machine.h"
#include "compile/nudge.h"
#include "compile/options.h"
#include "compile/outcome.h"
#include "compile/parameter_names.h"
#include "compile/reveal.h"

enum { COMPILE_STACK = 64 << 20 };

static void add_problem(Compiled *out, const char *file, uint32_t line, uint32_t column,
                        const char *format, const char *name, const char *text)
{
    StrBuf sentence = {0};
    strbuf_format(&sentence, format, name, text);
    vec_push(&out->result.diagnostics, (Diagnostic){.severity = SEVERITY_ERROR,
                                                    .file = memory_clone_text(file),
                                                    .line = line,
                                                    .column = column,
                                                    .text = strbuf_take(&sentence)});
}

/* NVRTC takes the source as C text: it would not see what comes after a NUL. */
static bool check_nul(const char *file, View source, Compiled *out)
{
    size_t at = view_find(source, '\0');
    uint32_t line = 1, column = 1;
    if (at == source.size)
        return true;
    for (size_t i = 0; i < at; i++) {
        column++;
        if (source.data[i] == '\n') {
            line++;
            column = 1;
        }
    }
    add_problem(out, file, line, column, "the source holds a NUL byte here: remove it%s%s", "", "");
    return false;
}

static bool check_includes(const char *file, View source, Compiled *out, Wants *wants)
{
    IncludeList list = {0};
    bool fine = true;
    wants_begin(wants, source);
    includes_find(source, &list);
    for (size_t i = 0; i < list.size; i++) {
        const Include *include = &list.data[i];
        const char *problem = include_problem(include->name);
        wants_include(wants, include->name);
        if (problem)
            add_problem(out, file, include->line, include->column, "cannot include \"%s\": %s",
                        include->name, problem);
        fine = fine && !problem;
    }
    includes_free(&list);
    return fine;
}

static void tell_result(const Nvrtc *nvrtc, nvrtcResult status, Compiled *out)
{
    bool has_error = false;
    for (size_t i = 0; i < out->result.diagnostics.size; i++)
        has_error |= out->result.diagnostics.data[i].severity == SEVERITY_ERROR;
    out->result.ran = status == NVRTC_SUCCESS || status == NVRTC_ERROR_COMPILATION || has_error;
    out->result.ok = out->ptx != NULL;
    if (out->result.ran && (out->result.ok || has_error))
        return;
    StrBuf text = {0};
    strbuf_format(&text, "NVRTC failed: %s", nvrtc->nvrtcGetErrorString(status));
    free(out->result.trouble);
    out->result.trouble = strbuf_take(&text);
    out->result.ran = false;
}

/* What is compiled, and what is wanted of it. */
typedef struct CompileJob {
    Compiler *compiler;
    const char *file, *source;
    Wants *wants;
    uint32_t code; /* CODE_... */
    Compiled *out;
} CompileJob;

/* One call of NVRTC; `program` is to be destroyed. */
static nvrtcResult call(const CompileJob *job, bool machine, bool minimal, nvrtcProgram *program)
{
    const Nvrtc *nvrtc = &job->compiler->nvrtc;
    Headers headers = headers_choose(job->wants, nvrtc->include);
    Options options;
    options_make(job->compiler, job->wants, job->code, machine, minimal, &options);
    nvrtcResult status = nvrtc->nvrtcCreateProgram(program, job->source, job->file, headers.count,
                                                   headers.texts, headers.names);
    if (status == NVRTC_SUCCESS)
        status = nvrtc->nvrtcCompileProgram(*program, options.count, options.list);
    options_free(&options);
    headers_free(&headers);
    return status;
}

/* Quickly if that will do; else, and for the errors to be told, with all that NVRTC knows. */
static nvrtcResult pass(const CompileJob *job, bool machine, nvrtcProgram *program)
{
    Compiler *compiler = job->compiler;
    bool minimal = job->wants->little && !compiler->not_minimal;
    nvrtcResult status = call(job, machine, minimal, program);
    compiler->not_minimal |= minimal && status == NVRTC_ERROR_INVALID_OPTION;
    if (!minimal || (status != NVRTC_ERROR_COMPILATION && !compiler->not_minimal))
        return status;
    if (*program)
        compiler->nvrtc.nvrtcDestroyProgram(program);
    *program = NULL;
    return call(job, machine, false, program);
}

/* For the simulator machine code is made only to tell of it, after the PTX that runs. */
static void compile_machine(const CompileJob *job)
{
    const Nvrtc *nvrtc = &job->compiler->nvrtc;
    nvrtcProgram program = NULL;
    if (pass(job, true, &program) == NVRTC_SUCCESS)
        outcome_machine(job->compiler, program, job->out);
    if (program)
        nvrtc->nvrtcDestroyProgram(&program);
}

/* The lab's part of cooperative groups is small and quick: a source that names more of them gets
 * the toolkit's header. */
static bool lacks_groups(const CompileJob *job)
{
    static const char *const words[] = {"cooperative_groups", "undefined", "no member",
                                        "not a template", "no instance"};
    const CompileResult *result = &job->out->result;
    if (!job->wants->groups || !job->wants->own_groups || !job->compiler->nvrtc.include)
        return false;
    for (size_t i = 0; i < result->diagnostics.size; i++) {
        const Diagnostic *one = &result->diagnostics.data[i];
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (one->severity == SEVERITY_ERROR && strstr(one->text, words[w]))
                return true;
    }
    return false;
}

static nvrtcResult first_pass(const CompileJob *job, bool direct, nvrtcProgram *program)
{
    CompileResult *result = &job->out->result;
    nvrtcResult status = pass(job, direct, program);
    if (*program)
        outcome_log(job->compiler, *program, job->file, result);
    if (!*program || !lacks_groups(job))
        return status;
    for (size_t i = 0; i < result->diagnostics.size; i++)
        diagnostic_free(&result->diagnostics.data[i]);
    result->diagnostics.size = 0;
    job->wants->own_groups = false;
    job->compiler->nvrtc.nvrtcDestroyProgram(program);
    *program = NULL;
    status = pass(job, direct, program);
    if (*program)
        outcome_log(job->compiler, *program, job->file, result);
    return status;
}

static void compile_program(const CompileJob *job)
{
    const Compiler *compiler = job->compiler;
    const Nvrtc *nvrtc = &compiler->nvrtc;
    nvrtcProgram program = NULL;
    bool direct = compiler->machine_code,
         asked = job->code & (CODE_MACHINE | CODE_TEXT) && compiler->machine;
    nvrtcResult status = first_pass(job, direct, &program);
    if (program) {
        if (status == NVRTC_SUCCESS)
            outcome_ptx(nvrtc, program, job->out);
        if (job->out->ptx && direct)
            outcome_cubin(nvrtc, program, job->out);
        if (job->out->ptx && direct && asked)
            outcome_machine(compiler, program, job->out);
        nvrtc->nvrtcDestroyProgram(&program);
    }
    if (job->out->ptx && !direct && asked)
        compile_machine(job);
    tell_result(nvrtc, status, job->out);
}

static void *compile_confined(void *argument)
{
    const CompileJob *job = argument;
    const Nvrtc *nvrtc = &job->compiler->nvrtc;
    char *libraries = memory_clone_text(nvrtc->path);
    char *slash = strrchr(libraries, '/');
    *(slash ? slash : libraries) = '\0';
    const char *folders[] = {libraries, nvrtc->include, NULL};
    confine_reading(folders);
    free(libraries);
    compile_program(job);
    return NULL;
}

/* In a thread of its own: being confined is for the thread's life, and the device's driver is not
 * to be. */
static void compile_apart(CompileJob *job)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, COMPILE_STACK);
    int failure = pthread_create(&thread, &attributes, compile_confined, job);
    pthread_attr_destroy(&attributes);
    if (failure)
        compile_program(job);
    else
        pthread_join(thread, NULL);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Texts for who asked to see the code. */
static void tell_code(const Compiler *compiler, uint32_t code, Compiled *out)
{
    if (!(code & CODE_TEXT) || !out->ptx)
        return;
    out->result.ptx = memory_clone_text(out->ptx);
    if (out->cubin)
        machine_disassemble((View){out->cubin, out->cubin_size}, compiler->nvrtc.path,
                            &out->result);
    else
        out->result.sass_trouble = memory_clone_text("NVRTC makes no machine code for this device");
}

static void nudge(Compiled *out, bool raise)
{
    StrBuf text = {0};
    if (!out->ptx)
        return;
    ptx_nudge(view_of(out->ptx), raise, &text);
    free(out->ptx);
    free(out->cubin);
    out->ptx = strbuf_take(&text);
    out->cubin = NULL;
    out->cubin_size = 0;
}

void compiler_compile_as(Compiler *compiler, const char *file, View source, uint32_t code,
                         bool own_printf, Compiled *out)
{
    bool before = compiler->device_printf;
    compiler->device_printf = before && own_printf;
    compiler_compile(compiler, file, source, code, out);
    compiler->device_printf = before;
}

static char *text_to_compile(View source, uint32_t code)
{
    StrBuf text = {0};
    if (!(code & CODE_REVEALED))
        return memory_clone_bytes(source.data, source.size);
    source_reveal(source, &text);
    return strbuf_take(&text);
}

void compiler_compile(Compiler *compiler, const char *file, View source, uint32_t code,
                      Compiled *out)
{
    Wants wants = {0};
    int64_t start = clock_now_ns();
    file = last_part(file);
    *out = (Compiled){.result = {.ran = true, .trouble = memory_clone_text("")}};
    if (check_nul(file, source, out) && check_includes(file, source, out, &wants)) {
        char *text = text_to_compile(source, code);
        compile_apart(&(CompileJob){compiler, file, text, &wants, code, out});
        free(text);
        if (code & (CODE_RAISED | CODE_LOWERED))
            nudge(out, code & CODE_RAISED);
        tell_code(compiler, code, out);
        parameter_names_find(source, &out->entries, &out->result);
    }
    out->result.ms = (double)(clock_now_ns() - start) / 1e6;
}

bool compiled_is_ptx(const char *file)
{
    return view_ends(view_of(file), ".ptx");
}

void compiled_take_ptx(const char *file, View ptx, Compiled *out)
{
    file = last_part(file);
    *out = (Compiled){.result = {.ran = true, .trouble = memory_clone_text("")}};
    if (!check_nul(file, ptx, out))
        return;
    out->ptx = memory_clone_bytes(ptx.data, ptx.size);
    out->result.ok = true;
    outcome_kernels(out);
}

void compiled_free(Compiled *compiled)
{
    compile_result_free(&compiled->result);
    entries_free(&compiled->entries);
    free(compiled->ptx);
    free(compiled->cubin);
    *compiled = (Compiled){0};
}
