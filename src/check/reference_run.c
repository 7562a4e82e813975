/* Runs a compiled reference on a case's data, which it shares with nobody but this process. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/spawn.h"
#include "check/reference.h"

enum { RUN_SECONDS = 30, ALIGNMENT = 64 };
static const size_t spare_memory = (size_t)2 << 30;

typedef struct Layout {
    uint64_t *offsets; /* of each argument in the file */
    uint64_t size;
} Layout;

static uint64_t argument_size(const PreparedArgument *argument)
{
    return argument->is_buffer ? argument->count * element_bytes(argument->type)
                               : sizeof argument->scalar;
}

static Layout layout_make(const PreparedCase *prepared)
{
    Layout layout = {memory_alloc_array(prepared->argument_count + 1, sizeof *layout.offsets), 0};
    for (size_t i = 0; i < prepared->argument_count; i++) {
        layout.offsets[i] = layout.size;
        uint64_t size = argument_size(&prepared->arguments[i]);
        layout.size += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    layout.size += ALIGNMENT;
    return layout;
}

static bool read_at(int fd, void *data, uint64_t size, uint64_t at)
{
    char *bytes = data;
    while (size > 0) {
        ssize_t got = pread(fd, bytes, size, (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0) {
            bytes += got;
            size -= (uint64_t)got;
            at += (uint64_t)got;
        }
    }
    return true;
}

static bool write_arguments(int fd, const PreparedCase *prepared, const Layout *layout)
{
    for (size_t i = 0; i < prepared->argument_count; i++) {
        const PreparedArgument *argument = &prepared->arguments[i];
        const void *data = argument->is_buffer ? (const void *)argument->bytes : argument->scalar;
        if (data && !fd_write_all_at(fd, data, argument_size(argument), layout->offsets[i]))
            return false;
    }
    return true;
}

static bool read_results(int fd, const PreparedCase *prepared, const Layout *layout, Reference *out)
{
    out->count = prepared->argument_count;
    out->expected = memory_alloc_array(out->count + 1, sizeof *out->expected);
    for (size_t i = 0; i < out->count; i++) {
        const PreparedArgument *argument = &prepared->arguments[i];
        if (!argument->is_buffer || argument->role == ROLE_IN)
            continue;
        uint64_t size = argument_size(argument);
        out->expected[i] = memory_alloc(size);
        if (!read_at(fd, out->expected[i], size, layout->offsets[i]))
            return false;
    }
    return true;
}

/* Where the end cannot be waited for, the limit of processor time is the only one. */
bool reference_wait(pid_t pid, int milliseconds, int *status, bool *late)
{
    *late = !spawn_ends_within(pid, milliseconds);
    if (*late) {
        kill(-pid, SIGKILL);
        kill(pid, SIGKILL);
    }
    return spawn_wait(pid, status) && !*late;
}

static bool start(const char *program, const Layout *layout, size_t count, int data, int messages,
                  pid_t *pid, Error *error)
{
    const char **words = memory_alloc_array(count + 2, sizeof *words);
    StrBuf numbers = {0};
    words[0] = program;
    for (size_t i = 0; i < count; i++)
        strbuf_format(&numbers, "%-20llu%c", (unsigned long long)layout->offsets[i], '\0');
    for (size_t i = 0; i < count; i++)
        words[i + 1] = numbers.data + i * 21;
    SpawnRequest request = {.arguments = words,
                            .input = data,
                            .output = -1,
                            .errors = messages,
                            .own_group = true,
                            .die_with_parent = true,
                            .cpu_seconds = RUN_SECONDS,
                            .memory_bytes = layout->size + spare_memory};
    bool started = spawn_start(&request, pid, error);
    strbuf_free(&numbers);
    free(words);
    return started;
}

static bool blame(const Exercise *exercise, int status, bool late, int messages, Error *error)
{
    StrBuf text = {0};
    if (late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        strbuf_format(&text, "did not end within %d seconds", RUN_SECONDS);
    else
        spawn_describe(status, &text);
    strbuf_add_text(&text, " ");
    reference_add_messages(messages, 3, &text);
    error_set(error, ERROR_CONTENT,
              "the reference %s of lesson %s %.600s (the lesson's fault, not yours)",
              exercise->reference, exercise->lesson->id, strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool run_on(const Exercise *exercise, const PreparedCase *prepared, const char *program,
                   const Layout *layout, int data, int messages, Reference *out, Error *error)
{
    pid_t pid;
    int status = 0;
    bool late = false;
    if (!write_arguments(data, prepared, layout))
        return error_errno(error, "no memory for the reference of %s", exercise->id);
    if (!start(program, layout, prepared->argument_count, data, messages, &pid, error))
        return false;
    if (!reference_wait(pid, RUN_SECONDS * 1000, &status, &late))
        return blame(exercise, status, late, messages, error);
    return read_results(data, prepared, layout, out) ||
           error_set(error, ERROR_CONTENT, "the reference %s left no whole result",
                     exercise->reference);
}

static bool run_program(const Exercise *exercise, const PreparedCase *prepared, const char *program,
                        Reference *out, Error *error)
{
    Layout layout = layout_make(prepared);
    int data = memory_file("case", layout.size), messages = memory_file("messages", 0);
    bool ran = data >= 0 && messages >= 0
                   ? run_on(exercise, prepared, program, &layout, data, messages, out, error)
                   : error_errno(error, "no memory for the reference of %s", exercise->id);
    fd_close(&data);
    fd_close(&messages);
    free(layout.offsets);
    return ran;
}

bool reference_run(const Exercise *exercise, const PreparedCase *prepared, Reference *out,
                   Error *error)
{
    StrBuf program = {0};
    *out = (Reference){0};
    bool ran = !exercise->reference ||
               (reference_compile(exercise, &program, error) &&
                run_program(exercise, prepared, strbuf_text(&program), out, error));
    if (!ran)
        reference_free(out);
    strbuf_free(&program);
    return ran;
}

void reference_free(Reference *reference)
{
    for (size_t i = 0; i < reference->count; i++)
        free(reference->expected[i]);
    free(reference->expected);
    *reference = (Reference){0};
}
