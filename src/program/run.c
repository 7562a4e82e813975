/* Runs a compiled host program on one case, and collects what it left. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "base/file.h"
#include "base/spawn.h"
#include "host/assemble.h"
#include "host/figures.h"
#include "host/log.h"
#include "host/rules.h"
#include "program/confine.h"
#include "program/library.h"
#include "program/program.h"

enum {
    TICK_MS = 10,
    TELL_MS = 50, /* between two pieces of output that are told */
    LOG_FD = 3,
    DATA_FD = 4,
    ALIGNMENT = 64,
    PIPE_BYTES = 1 << 20,
    OUTPUT_CAP = HOST_OUTPUT_KEPT,
    PRINTS_MAX = 100000,
};
static const size_t data_max = (size_t)8 << 30, file_max = (size_t)64 << 20;

/* What one run works with. */
typedef struct Job {
    Program *program;
    ProgramRun *run;
    RunResult *out;
    int log_fd, data_fd;
    int output; /* the reading end of the program's output */
    pid_t pid;
    size_t data_size;
    void *log, *data;
    StrBuf text;
    uint64_t text_lost;
    size_t told; /* of the text, to run->wrote */
    int64_t told_ns;
    int status;
    bool stopped;
} Job;

static void conclude(Job *job, LaunchStatus status, const char *text)
{
    free(job->out->error_text);
    job->out->status = status;
    job->out->error_text = memory_clone_text(text);
}

static int memory_file(const char *name, size_t size, void **memory)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)size) != 0)
        fd_close(&fd);
    *memory = fd >= 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (*memory == MAP_FAILED) {
        *memory = NULL;
        fd_close(&fd);
    }
    return fd;
}

static bool make_log(Job *job)
{
    job->log_fd = memory_file("log", LOG_BYTES, &job->log);
    if (!job->log)
        return false;
    LogHeader *header = job->log;
    header->magic = LOG_MAGIC;
    header->version = LOG_VERSION;
    header->size = LOG_BYTES;
    header->used = sizeof *header;
    return true;
}

static size_t padded(uint64_t bytes)
{
    return (size_t)((bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static LogDatum datum_of(const ProgramDatum *from, size_t offset)
{
    LogDatum out = {.is_buffer = from->is_buffer,
                    .has_input = from->has_input,
                    .offset = offset,
                    .bytes = from->bytes,
                    .integer = from->integer,
                    .real = from->real};
    snprintf(out.name, sizeof out.name, "%s", from->name);
    return out;
}

static bool make_data(Job *job)
{
    const ProgramRun *run = job->run;
    size_t table = padded(sizeof(LogData) + run->data_count * sizeof(LogDatum)), at = table;
    job->data_size = table;
    for (size_t i = 0; i < run->data_count; i++)
        job->data_size += run->data[i].is_buffer ? padded(run->data[i].bytes) : 0;
    job->data_fd = memory_file("data", job->data_size, &job->data);
    if (!job->data)
        return false;
    LogData *data = job->data;
    data->magic = LOG_MAGIC;
    data->count = (uint32_t)run->data_count;
    for (size_t i = 0; i < run->data_count; i++) {
        const ProgramDatum *from = &run->data[i];
        data->data[i] = datum_of(from, at);
        if (!from->is_buffer)
            continue;
        if (from->has_input && from->input)
            memcpy((char *)job->data + at, from->input, from->bytes);
        else
            memset((char *)job->data + at, POISON_BYTE, from->bytes);
        at += padded(from->bytes);
    }
    return true;
}

/* Settings of the program's process; the caller frees the texts. */
typedef VEC(char *) Words;

static void word_add(Words *words, const char *name, const char *value)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s=%s", name, value);
    vec_push(words, strbuf_take(&text));
}

static void settings_make(const Job *job, Words *words)
{
    word_add(words, LOG_ENV_FD, "3");
    word_add(words, LOG_ENV_DATA, "4");
    word_add(words, LOG_ENV_LIBCUDA, job->run->libcuda);
    word_add(words, LOG_ENV_NVRTC, job->run->nvrtc ? job->run->nvrtc : "");
    word_add(words, "TMPDIR", job->program->folder.path);
    word_add(words, "MALLOC_PERTURB_",
             "165"); /* glibc: memory from malloc(), and freed, is not 0 */
    word_add(words, "ASAN_OPTIONS", "detect_leaks=0:handle_segv=0:handle_abort=0");
    for (const char *const *more = job->run->environment; more && *more; more++)
        vec_push(words, memory_clone_text(*more));
    vec_push(words, NULL);
}

static bool start_with(Job *job, int output, const Words *words, const char *library, Error *error)
{
    char *path = folder_file(&job->program->folder, "program");
    const char *arguments[] = {path, NULL};
    const int extra[] = {job->log_fd, job->data_fd};
    Confinement confinement;
    confinement_make(&confinement, job->program->folder.path, true, NULL);
    confinement_allow_library(&confinement, library);
    confinement_allow_library(&confinement, job->run->libcuda);
    confinement_allow_library(&confinement, job->run->nvrtc);
    SpawnRequest request = {.arguments = arguments,
                            .environment = (const char *const *)words->data,
                            .folder = job->program->folder.path,
                            .input = -1,
                            .output = output,
                            .errors = output,
                            .own_group = true,
                            .die_with_parent = true,
#ifndef CULAB_SANITIZE
                            .data_bytes = data_max,
#endif
                            .file_bytes = file_max,
                            .extra = extra,
                            .extra_count = 2,
                            .confine = confinement_apply,
                            .confine_state = &confinement};
    bool started = spawn_start(&request, &job->pid, error);
    confinement_free(&confinement);
    free(path);
    return started;
}

static bool start(Job *job, Error *error)
{
    int ends[2];
    Words words = {0};
    StrBuf library = {0};
    if (!library_find(&library, error))
        return false;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        strbuf_free(&library);
        return error_errno(error, "cannot start the program");
    }
    settings_make(job, &words);
    fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES); /* a flood takes fewer turns; smaller does as well */
    bool started = start_with(job, ends[1], &words, strbuf_text(&library), error);
    close(ends[1]);
    job->output = ends[0];
    for (size_t i = 0; i < words.size; i++)
        free(words.data[i]);
    vec_free(&words);
    strbuf_free(&library);
    return started;
}

/* What there is of the output; false: its end. */
static bool read_output(Job *job)
{
    char piece[65536];
    ssize_t size = read(job->output, piece, sizeof piece);
    if (size <= 0)
        return size < 0 && (errno == EINTR || errno == EAGAIN);
    size_t room = OUTPUT_CAP > job->text.size ? OUTPUT_CAP - job->text.size : 0;
    size_t kept = (size_t)size < room ? (size_t)size : room;
    strbuf_add_bytes(&job->text, piece, kept);
    job->text_lost += (uint64_t)size - kept;
    return true;
}

/* Every now and then, so that a flood of small lines makes no flood of messages. */
static void tell_output(Job *job)
{
    int64_t now = clock_now_ns();
    if (!job->run->wrote || job->told == job->text.size ||
        now - job->told_ns < TELL_MS * INT64_C(1000000))
        return;
    job->run->wrote(job->run->wrote_state,
                    view_slice(strbuf_view(&job->text), job->told, job->text.size));
    job->told = job->text.size;
    job->told_ns = now;
}

static void kill_program(const Job *job)
{
    kill(-job->pid, SIGKILL);
    kill(job->pid, SIGKILL);
}

/* Reads the output until the program has ended, or is to be stopped. What it started cannot outlive
 * it: it could start nothing. */
static void wait_for_end(Job *job)
{
    struct pollfd watched = {.fd = job->output, .events = POLLIN};
    bool open = true, ended = false;
    while (!ended) {
        /* A program may have closed its output and go on. */
        if (poll(&watched, open ? 1 : 0, TICK_MS) > 0)
            open = read_output(job);
        tell_output(job);
        if (!job->stopped && job->run->stopped && job->run->stopped(job->run->stopped_state)) {
            job->stopped = true;
            kill_program(job);
        }
        ended = waitpid(job->pid, &job->status, WNOHANG) == job->pid;
    }
    while (open && poll(&watched, 1, 0) > 0)
        open = read_output(job);
}

static void take_outputs(Job *job)
{
    const LogData *data = job->data;
    ProgramRun *run = job->run;
    run->outputs = memory_alloc_array(run->data_count + 1, sizeof *run->outputs);
    size_t at = padded(sizeof(LogData) + run->data_count * sizeof(LogDatum));
    for (size_t i = 0; i < run->data_count; i++) {
        ProgramDatum *datum = &run->data[i];
        datum->given = data->data[i].given != 0;
        if (!datum->is_buffer)
            continue;
        run->outputs[i] = memory_alloc((size_t)datum->bytes + 1);
        if (datum->given)
            memcpy(run->outputs[i], (const char *)job->data + at, (size_t)datum->bytes);
        else
            memset(run->outputs[i], POISON_BYTE, (size_t)datum->bytes);
        at += padded(datum->bytes);
    }
}

static void take_prints(const Job *job, const HostLog *log)
{
    for (size_t i = 0; job->run->prints && i < log->prints.size && i < PRINTS_MAX; i++) {
        const LoggedPrint *from = &log->prints.data[i];
        PrintRecord record = {
            .block = {from->log.block[0], from->log.block[1], from->log.block[2]},
            .thread = {from->log.thread[0], from->log.thread[1], from->log.thread[2]},
            .attributed = true,
            .malformed = from->log.malformed != 0,
            .line = from->log.line,
            .text = from->text.data,
            .size = from->text.size,
        };
        print_log_add(job->run->prints, &record);
    }
}

/* How it ended, in words and as a status. */
static void judge_end(Job *job, const HostLog *log)
{
    const LoggedText *trouble = log->troubles.size ? &log->troubles.data[0] : NULL;
    HostRun *host = job->out->host;
    StrBuf text = {0};
    if (job->stopped) {
        host->end = HOST_STOPPED;
        strbuf_add_text(&text, "was stopped");
        conclude(job, LAUNCH_STOPPED, "the program was stopped");
    } else if (WIFSIGNALED(job->status)) {
        host->end = HOST_CRASHED;
        host->status = WTERMSIG(job->status);
        strbuf_add_text(&text, "was ");
        spawn_describe(job->status, &text);
    } else {
        host->end = HOST_ENDED;
        host->status = WEXITSTATUS(job->status);
        strbuf_format(&text, "ended with status %d", host->status);
        if (!log->header.finished)
            strbuf_add_text(&text, ", by _exit()");
    }
    host->end_text = strbuf_take(&text);
    if (trouble && !job->stopped) {
        strbuf_format(&text, "the program's process cannot load a library that it needs: %s",
                      trouble->log.text);
        conclude(job, LAUNCH_TROUBLE, strbuf_text(&text));
        strbuf_free(&text);
    } else if (host->end == HOST_ENDED && host->status == 0)
        conclude(job, LAUNCH_OK, "");
    else if (!job->stopped) {
        strbuf_format(&text, "the program %s", host->end_text);
        conclude(job, LAUNCH_FAULT, strbuf_text(&text));
        strbuf_free(&text);
    }
}

/* Names of results that were not given. */
static size_t find_missing(const Job *job, const char **out)
{
    size_t count = 0;
    for (size_t i = 0; i < job->run->data_count; i++)
        if (job->run->data[i].is_result && !job->run->data[i].given)
            out[count++] = job->run->data[i].name;
    return count;
}

static void collect(Job *job)
{
    HostLog log = {0};
    HostRun *host = job->out->host = memory_alloc(sizeof *host);
    View memory = {job->log, LOG_BYTES};
    bool read = host_log_read(memory, strbuf_view(&job->program->image), "host.c", &log);
    judge_end(job, &log);
    host->output_size = job->text.size;
    host->output = strbuf_take(&job->text);
    host->output_lost = job->text_lost;
    take_outputs(job);
    if (read && !log.troubles.size) {
        const char **missing = memory_alloc_array(job->run->data_count + 1, sizeof *missing);
        host_run_assemble(&log, host);
        host_figures(&log, host, job->out);
        RuleInput input = {&log,
                           host,
                           job->program->file,
                           job->program->unchecked.data,
                           job->program->unchecked.size,
                           missing,
                           find_missing(job, missing)};
        /* A mistake of the program is often why a kernel finds what it should not. */
        host_rules(&input, job->out);
        host_kernels_assemble(&log, job->out);
        host_rules_end(&input, job->out);
        free(missing);
        take_prints(job, &log);
    }
    host_log_free(&log);
}

static void release(Job *job)
{
    if (job->log)
        munmap(job->log, LOG_BYTES);
    if (job->data)
        munmap(job->data, job->data_size);
    fd_close(&job->log_fd);
    fd_close(&job->data_fd);
    fd_close(&job->output);
    strbuf_free(&job->text);
}

void program_run(Program *program, ProgramRun *run, RunResult *out)
{
    Job job = {
        .program = program, .run = run, .out = out, .log_fd = -1, .data_fd = -1, .output = -1};
    Error error = {0};
    out->kernel_ms = NAN;
    if (!out->error_name)
        out->error_name = memory_clone_text("");
    if (!program->ready)
        conclude(&job, LAUNCH_NOT_RUN, "no program is compiled");
    else if (!make_log(&job) || !make_data(&job))
        conclude(&job, LAUNCH_TROUBLE, "there is no memory for the program's data");
    else if (!start(&job, &error))
        conclude(&job, LAUNCH_TROUBLE, error.text);
    else {
        wait_for_end(&job);
        collect(&job);
    }
    release(&job);
}
