/* Compiles a host program, in its own folder, with the system's C compiler. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "base/file.h"
#include "base/spawn.h"
#include "compile/includes.h"
#include "program/confine.h"
#include "program/diagnostics.h"
#include "program/library.h"
#include "program/program.h"

enum { COMPILE_SECONDS = 20, DIAGNOSTICS_MAX = 200, WORDS_MAX = 16, LOG_MAX = 1 << 20 };
static const size_t image_max = 64 << 20, compiler_memory = (size_t)4 << 30;

#define SOURCE "host.c"
/* Variables without a value hold a pattern: what uses one goes wrong at once, and not by luck
 * right. GCC before 12 doesn't know it. */
#define FILL_FLAG "-ftrivial-auto-var-init=pattern"

static const char *const flags[] = {
    "-std=gnu17",
    "-O1",
    "-g",
    "-gdwarf-4",
    "-no-pie",
    "-fno-omit-frame-pointer",
    "-fno-optimize-sibling-calls",
    /* An index outside an array of known size traps, instead of reaching what lies beside it. */
    "-fsanitize=bounds",
    "-fsanitize-undefined-trap-on-error",
    "-Wall",
    "-Wextra",
    "-Wno-unused-parameter",
    "-fdiagnostics-color=never",
    "-Iinclude",
#ifdef CULAB_SANITIZE
    "-fsanitize=address",
#endif
};
enum { FLAGS = sizeof flags / sizeof *flags };

static void add_error(CompileResult *out, const char *file, uint32_t line, const char *text)
{
    Diagnostic diagnostic = {.severity = SEVERITY_ERROR,
                             .file = memory_clone_text(file),
                             .line = line,
                             .text = memory_clone_text(text)};
    vec_push(&out->diagnostics, diagnostic);
    out->ok = false;
}

static bool check_source(const char *file, View source, CompileResult *out)
{
    IncludeList list = {0};
    bool fine = memchr(source.data ? source.data : "", 0, source.size) == NULL;
    if (!fine)
        add_error(out, file, 0, "the source holds a NUL byte");
    includes_find(source, &list);
    for (size_t i = 0; i < list.size && fine; i++) {
        const char *problem = *list.data[i].name ? include_problem(list.data[i].name) : NULL;
        if (!problem)
            continue;
        add_error(out, file, list.data[i].line, problem);
        fine = false;
    }
    includes_free(&list);
    return fine;
}

/* $CC may hold words, such as "ccache gcc". */
static size_t add_compiler(char *text, const char **words)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t", &rest); word && count < WORDS_MAX;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

static bool start(const Program *program, const char *library, bool fill, int messages, pid_t *pid,
                  Error *error)
{
    const char *named = getenv("CC"), *words[WORDS_MAX + FLAGS + 13] = {0};
    char *command = memory_clone_text(named && *named ? named : "cc");
    const char *temporary = program->folder.path;
    StrBuf place = {0}, rpath = {0};
    size_t count = add_compiler(command, words);
    memcpy(words + count, flags, sizeof flags);
    count += FLAGS;
    if (fill)
        words[count++] = FILL_FLAG;
    strbuf_format(&place, "TMPDIR=%s", temporary);
    strbuf_format(&rpath, "-Wl,-rpath,%.*s", (int)(strrchr(library, '/') - library), library);
    /* The library is there also for a program that calls nothing of it. */
    const char *const tail[] = {"-o",    "program",           SOURCE, "-Wl,--no-as-needed",
                                library, strbuf_text(&rpath), "-lm",  "-lpthread"};
    memcpy(words + count, tail, sizeof tail);
    const char *environment[] = {strbuf_text(&place), "LC_ALL=C", "CCACHE_DISABLE=1", NULL};
    Confinement confinement;
    const char *readable[] = {library, NULL};
    confinement_make(&confinement, program->folder.path, true, readable);
    SpawnRequest request = {.arguments = words,
                            .environment = environment,
                            .folder = program->folder.path,
                            .input = -1,
                            .output = messages,
                            .errors = messages,
                            .own_group = true,
                            .die_with_parent = true,
                            .cpu_seconds = COMPILE_SECONDS,
                            .memory_bytes = compiler_memory,
                            .file_bytes = image_max,
                            .confine = confinement_apply,
                            .confine_state = &confinement};
    Error cause = {0};
    bool started = spawn_start(&request, pid, &cause);
    if (!started)
        error_set(error, ERROR_MACHINE,
                  "host programs need a C compiler: %s; install gcc, or set $CC", cause.text);
    confinement_free(&confinement);
    strbuf_free(&place);
    strbuf_free(&rpath);
    free(command);
    return started;
}

static void take_messages(int fd, const char *file, Program *program, CompileResult *out)
{
    char *text = memory_alloc(LOG_MAX);
    ssize_t size = pread(fd, text, LOG_MAX, 0);
    CompilerSays says;
    compiler_read((View){text, size > 0 ? (size_t)size : 0}, SOURCE, file, DIAGNOSTICS_MAX, &says);
    for (size_t i = 0; i < says.diagnostics.size; i++)
        vec_push(&out->diagnostics, says.diagnostics.data[i]);
    vec_clear(&says.diagnostics);
    for (size_t i = 0; i < says.unchecked.size; i++)
        vec_push(&program->unchecked, says.unchecked.data[i]);
    compiler_says_free(&says);
    free(text);
}

static bool has_error(const CompileResult *out)
{
    for (size_t i = 0; i < out->diagnostics.size; i++)
        if (out->diagnostics.data[i].severity == SEVERITY_ERROR)
            return true;
    return false;
}

static bool read_image(Program *program, Error *error)
{
    char *path = folder_file(&program->folder, "program");
    strbuf_clear(&program->image);
    bool read = file_read(path, image_max, &program->image, error);
    free(path);
    return read;
}

static bool says(int fd, const char *word)
{
    char text[4096];
    ssize_t size = pread(fd, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = 0;
    return strstr(text, word) != NULL;
}

/* False: it does not know the flag that fills variables. */
static bool run_compiler(Program *program, const char *library, bool fill, CompileResult *out,
                         Error *error)
{
    bool knows = true;
    int messages = memfd_create("messages", MFD_CLOEXEC), status = 0;
    pid_t pid;
    if (messages < 0) {
        error_errno(error, "cannot keep the compiler's messages");
    } else if (start(program, library, fill, messages, &pid, error)) {
        bool late = !spawn_ends_within(pid, COMPILE_SECONDS * 1000);
        if (late)
            kill(-pid, SIGKILL);
        bool done = spawn_wait(pid, &status) && !late;
        knows = done || late || !fill || !says(messages, FILL_FLAG);
        if (knows)
            take_messages(messages, program->file, program, out);
        if (late)
            add_error(out, program->file, 0, "the compiler took too long and was stopped");
        else if (!done && knows && !has_error(out))
            add_error(out, program->file, 0, "the compiler failed and did not say why");
        program->ready = done && read_image(program, error);
    }
    fd_close(&messages);
    return knows;
}

void program_compile(Program *program, const char *file, View source, CompileResult *out)
{
    Error error = {0};
    StrBuf library = {0};
    int64_t begin = clock_now_ns();
    free(program->file);
    const char *slash = strrchr(file, '/');
    file = slash ? slash + 1 : file;
    program->file = memory_clone_text(file);
    program->ready = false;
    vec_clear(&program->unchecked);
    if (check_source(file, source, out)) {
        bool set = library_find(&library, &error) && folder_make(&program->folder, &error) &&
                   folder_write(&program->folder, SOURCE, source, &error);
        if (set && !run_compiler(program, strbuf_text(&library), true, out, &error))
            run_compiler(program, strbuf_text(&library), false, out, &error);
    }
    if (error.kind != ERROR_NONE) {
        free(out->trouble);
        out->trouble = memory_clone_text(error.text);
        out->ran = false;
    }
    out->ok = out->ok && program->ready;
    out->ms += (double)(clock_now_ns() - begin) / 1e6;
    strbuf_free(&library);
}

bool program_set_kernel(Program *program, View image, Error *error)
{
    return folder_make(&program->folder, error) &&
           folder_write(&program->folder, "kernel.ptx", image, error);
}

void program_free(Program *program)
{
    folder_remove(&program->folder);
    vec_free(&program->unchecked);
    strbuf_free(&program->image);
    free(program->file);
    *program = (Program){0};
}
