/* Compiling a source with NVRTC. */
#include "compile/compile.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "compile/confine.h"
#include "compile/diagnostics.h"
#include "compile/includes.h"
#include "compile/machine.h"
#include "compile/nudge.h"
#include "compile/options.h"

enum {
    DIAGNOSTICS_KEPT = 200,
    LOG_READ = 4 << 20, /* bytes of the log that are looked at */
    COMPILE_STACK = 64 << 20,
};

/* What the simulator's engine is made for, newest first. */
static const int engine_targets[] = {86, 80, 75};

static bool is_supported(const int *known, int count, int target)
{
    for (int i = 0; i < count; i++)
        if (known[i] == target)
            return true;
    return false;
}

static int newest_for_engine(const int *known, int count, int capability)
{
    for (size_t i = 0; i < sizeof engine_targets / sizeof *engine_targets; i++)
        if (engine_targets[i] <= capability && is_supported(known, count, engine_targets[i]))
            return engine_targets[i];
    return 0;
}

static int newest(const int *known, int count, int capability)
{
    int best = 0;
    for (int i = 0; i < count; i++)
        if (known[i] <= capability && known[i] > best)
            best = known[i];
    return best;
}

/* Machine code runs on devices of the same major version, and of no older minor one. */
static void choose_targets(Compiler *compiler, int capability, bool simulated)
{
    const Nvrtc *nvrtc = &compiler->nvrtc;
    int count = 0;
    if (nvrtc->nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0)
        return;
    int *known = memory_alloc_array((size_t)count, sizeof *known);
    if (nvrtc->nvrtcGetSupportedArchs(known) == NVRTC_SUCCESS) {
        int best = newest(known, count, capability);
        compiler->target = simulated ? newest_for_engine(known, count, capability) : best;
        if (best / 10 == capability / 10 && nvrtc->nvrtcGetCUBIN && nvrtc->nvrtcGetCUBINSize)
            compiler->machine = best;
    }
    free(known);
}

bool compiler_open(Compiler *compiler, int capability, bool simulated, Error *error)
{
    *compiler = (Compiler){0};
    if (!nvrtc_open(&compiler->nvrtc, NULL, error))
        return false;
    compiler->open = true;
    choose_targets(compiler, capability, simulated);
    compiler->device_printf = !simulated;
    compiler->machine_code = !simulated && compiler->machine;
    if (compiler->target)
        return true;
    error_set(error, ERROR_MACHINE,
              "NVRTC %d.%d compiles for no device of compute capability %d.%d or older: install "
              "another version, or choose another device",
              compiler->nvrtc.major, compiler->nvrtc.minor, capability / 10, capability % 10);
    compiler_close(compiler);
    return false;
}

void compiler_close(Compiler *compiler)
{
    if (compiler->open)
        nvrtc_close(&compiler->nvrtc);
    *compiler = (Compiler){0};
}

void compiler_version(const Compiler *compiler, StrBuf *out)
{
    strbuf_format(out, "%d.%d", compiler->nvrtc.major, compiler->nvrtc.minor);
}

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

/* Header names that NVRTC cannot find get the reason that holds here. */
static void explain_missing_header(const Compiler *compiler, Diagnostic *diagnostic)
{
    if (!strstr(diagnostic->text, "open source file"))
        return;
    StrBuf text = {0};
    strbuf_add_text(&text, diagnostic->text);
    strbuf_add_text(&text, compiler->nvrtc.include
                               ? ": kernels include the CUDA toolkit's headers and the lab's own, "
                                 "nothing else of this machine"
                               : ": no CUDA toolkit with its headers is installed here, only the "
                                 "lab's own can be included");
    free(diagnostic->text);
    diagnostic->text = strbuf_take(&text);
}

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

static void read_log(const Compiler *compiler, nvrtcProgram program, const char *file,
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
        explain_missing_header(compiler, diagnostic);
        if (own || diagnostic->severity == SEVERITY_ERROR)
            vec_push(&result->diagnostics, *diagnostic);
        else
            diagnostic_free(diagnostic); /* a warning in a header: nothing to be done about it */
    }
    vec_free(&all);
    free(log);
}

static void name_kernels(Compiled *out)
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

static void read_ptx(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out)
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
    name_kernels(out);
}

/* Without it the driver compiles the PTX. Ended by nothing: it is data. */
static void read_cubin(const Nvrtc *nvrtc, nvrtcProgram program, Compiled *out)
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

static void read_machine(const Compiler *compiler, nvrtcProgram program, Compiled *out)
{
    View text;
    StrBuf name = {0};
    char *log = log_of(&compiler->nvrtc, program, &text);
    if (log)
        machine_read_log(text, &out->result);
    free(log);
    if (!out->cubin)
        read_cubin(&compiler->nvrtc, program, out);
    strbuf_format(&name, "sm_%d", compiler->machine);
    out->result.machine = strbuf_take(&name);
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
        read_machine(job->compiler, program, job->out);
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
        read_log(job->compiler, *program, job->file, result);
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
        read_log(job->compiler, *program, job->file, result);
    return status;
}

static void compile_program(const CompileJob *job)
{
    const Compiler *compiler = job->compiler;
    const Nvrtc *nvrtc = &compiler->nvrtc;
    nvrtcProgram program = NULL;
    bool direct = compiler->machine_code, asked = job->code != 0 && compiler->machine;
    nvrtcResult status = first_pass(job, direct, &program);
    if (program) {
        if (status == NVRTC_SUCCESS)
            read_ptx(nvrtc, program, job->out);
        if (job->out->ptx && direct)
            read_cubin(nvrtc, program, job->out);
        if (job->out->ptx && direct && asked)
            read_machine(compiler, program, job->out);
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

void compiler_compile(Compiler *compiler, const char *file, View source, uint32_t code,
                      Compiled *out)
{
    Wants wants = {0};
    int64_t start = clock_now_ns();
    file = last_part(file);
    *out = (Compiled){.result = {.ran = true, .trouble = memory_clone_text("")}};
    if (check_nul(file, source, out) && check_includes(file, source, out, &wants)) {
        char *text = memory_clone_bytes(source.data, source.size);
        compile_apart(&(CompileJob){compiler, file, text, &wants, code, out});
        free(text);
        if (code & (CODE_RAISED | CODE_LOWERED))
            nudge(out, code & CODE_RAISED);
        tell_code(compiler, code, out);
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
    name_kernels(out);
}

void compiled_free(Compiled *compiled)
{
    compile_result_free(&compiled->result);
    entries_free(&compiled->entries);
    free(compiled->ptx);
    free(compiled->cubin);
    *compiled = (Compiled){0};
}
