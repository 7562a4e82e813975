/* culab check: the verdict of an exercise. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/folders.h"
#include "app/headless.h"
#include "app/values.h"
#include "base/file.h"
#include "report/check_report.h"
#include "report/host_report.h"
#include "simulate/settings.h"

enum { WRITERS_ASKED = 8 }; /* mismatches of a comparison whose writer is asked for */

typedef struct CheckCommand {
    Course *course;
    const Exercise *exercise;
    char *path, *kernel_path; /* kernel_path: of a host exercise, else NULL */
    const char *output;       /* of the report; NULL: standard output alone */
    const char *trace;        /* of the timeline; NULL: none */
    bool json;
    uint64_t seed;
    StrBuf source, kernel;
    Headless headless;
    CompileResult compile;
    Verdict verdict;
} CheckCommand;

/* FILE, or else the learner's work file. */
static bool choose_file(const Arguments *arguments, CheckCommand *command, Error *error)
{
    StrBuf path = {0};
    if (arguments->rest.size > 1) {
        command->path = memory_clone_text(arguments->rest.data[1]);
        return source_read(command->path, &command->source, error);
    }
    char *data = folder_data();
    strbuf_format(&path, "%s/work/%s/%s", data, command->exercise->id,
                  command->exercise->kernel_file ? "host.c" : "kernel.cu");
    command->path = strbuf_take(&path);
    free(data);
    if (file_exists(command->path))
        return source_read(command->path, &command->source, error);
    return error_set(error, ERROR_MISUSE,
                     "there is no work at %s yet: name a file (culab check %s FILE), or begin with "
                     "culab lab %s",
                     command->exercise->id, command->exercise->id, command->exercise->id);
}

/* The kernel that goes with a host program: the second file, or the one beside the learner's work,
 * or the exercise's. */
static bool choose_kernel(const Arguments *arguments, CheckCommand *command, Error *error)
{
    StrBuf path = {0};
    bool own = arguments->rest.size == 1;
    if (!command->exercise->kernel_file)
        return arguments->rest.size < 3 ||
               error_set(error, ERROR_MISUSE, "%s is no host exercise: say one file",
                         command->exercise->id);
    if (arguments->rest.size > 2) {
        strbuf_add_text(&path, arguments->rest.data[2]);
    } else if (own) {
        char *data = folder_data();
        strbuf_format(&path, "%s/work/%s/kernel.cu", data, command->exercise->id);
        free(data);
    }
    if (arguments->rest.size < 3 && !(own && file_exists(strbuf_text(&path)))) {
        strbuf_clear(&path);
        strbuf_add_text(&path, command->exercise->kernel_file);
    }
    command->kernel_path = strbuf_take(&path);
    return source_read(command->kernel_path, &command->kernel, error);
}

/* A report of an earlier run must not be taken for this one's. */
static bool forget_old_report(const CheckCommand *command, Error *error)
{
    struct stat info = {0};
    if (!command->output || (lstat(command->output, &info) != 0 && errno == ENOENT))
        return true;
    if (!S_ISREG(info.st_mode))
        return error_set(error, ERROR_MISUSE, "--output %s: not a plain file", command->output);
    if (unlink(command->output) == 0)
        return true;
    return error_errno(error, "cannot write the report %s", command->output);
}

static bool read_command(const Arguments *arguments, CheckCommand *command, Error *error)
{
    command->course = folder_load_course(error);
    if (!command->course)
        return false;
    command->exercise = course_find(command->course, arguments->rest.data[0], error);
    if (!settings_check_number("--seed", arguments_value(arguments, "--seed"), &command->seed,
                               error))
        return false;
    return command->exercise && choose_file(arguments, command, error) &&
           choose_kernel(arguments, command, error) && forget_old_report(command, error);
}

static void ask_writers(CheckCommand *command, uint32_t run, CaseResult *result)
{
    for (size_t i = 0; i < result->comparisons.size; i++) {
        Comparison *comparison = &result->comparisons.data[i];
        size_t bytes = element_bytes(result->prepared.arguments[comparison->argument].type);
        for (size_t k = 0; k < comparison->mismatches.size && k < WRITERS_ASKED; k++) {
            Mismatch *mismatch = &comparison->mismatches.data[k];
            headless_writer(&command->headless, run, (uint32_t)comparison->argument,
                            mismatch->index * bytes, &mismatch->writer);
        }
    }
    case_describe(result);
}

static void judge_case(CheckCommand *command, size_t index, PreparedCase *prepared,
                       Reference *reference, CaseResult *result)
{
    const Exercise *exercise = command->exercise;
    const PrintLog *prints = &command->headless.prints;
    RunOptions options = {.run = (uint32_t)index,
                          .checks = run_checks_of(exercise),
                          .seed = command->seed,
                          .print_limit = HEADLESS_PRINTS};
    RunResult run;
    uint32_t request = headless_run(&command->headless, prepared, &options, &run);
    case_judge(exercise, index, &run, prepared, exercise->reference ? reference : NULL,
               prints->records.data, prints->records.size, result);
    if (client_knows_writers(command->headless.client))
        ask_writers(command, request, result);
}

static void say_case(CheckCommand *command, size_t index)
{
    const Exercise *exercise = command->exercise;
    const CaseSpec *spec = &exercise->cases[index];
    StrBuf text = {0};
    strbuf_format(&text, "case %zu of %zu (%s)", index + 1, exercise->case_count,
                  spec->hidden ? "hidden" : spec->name);
    waiting_for(&command->headless.waiting, strbuf_text(&text));
    strbuf_free(&text);
}

static void run_case(CheckCommand *command, size_t index)
{
    const Exercise *exercise = command->exercise;
    CaseResult result = {.spec = &exercise->cases[index]};
    PreparedCase prepared = {0};
    Reference reference = {0};
    Error error = {0};
    say_case(command, index);
    if (!case_prepare(exercise, index, &prepared, &error)) {
        case_break(&result, &error);
    } else if (exercise->reference && !reference_run(exercise, &prepared, &reference, &error)) {
        case_break(&result, &error);
        prepared_case_free(&prepared);
    } else {
        judge_case(command, index, &prepared, &reference, &result);
    }
    vec_push(&command->verdict.cases, result);
}

static void make_report(const CheckCommand *command, StrBuf *out)
{
    TextStyle style = text_style();
    CheckReport report = {
        .exercise = command->exercise,
        .file = command->path,
        .device = headless_hello(&command->headless),
        .compile = &command->compile,
        .prints = &command->headless.prints,
        .verdict = &command->verdict,
    };
    if (command->json)
        check_report_json(&report, out);
    else
        check_report_text(&report, out, &style);
}

static void print_report(const CheckCommand *command)
{
    StrBuf out = {0};
    make_report(command, &out);
    fwrite(strbuf_text(&out), 1, out.size, stdout);
    strbuf_free(&out);
}

/* What is known so far stands in --output's file, whole and valid whenever this ends. */
static bool save_report(CheckCommand *command, Error *error)
{
    StrBuf out = {0};
    if (!command->output)
        return true;
    make_report(command, &out);
    bool saved = file_save(command->output, strbuf_view(&out), error);
    strbuf_free(&out);
    return saved;
}

static bool sum_up(CheckCommand *command, Error *error)
{
    verdict_finish(command->exercise, &command->compile, strbuf_view(&command->source),
                   &command->verdict);
    return save_report(command, error);
}

/* Of the first visible case that ran. */
static bool save_trace(const CheckCommand *command, Error *error)
{
    StrBuf out = {0};
    const HostRun *host = NULL;
    for (size_t i = 0; i < command->verdict.cases.size && !host; i++)
        if (!command->verdict.cases.data[i].spec->hidden)
            host = command->verdict.cases.data[i].run.host;
    if (!host)
        return true;
    host_trace(host, &out);
    bool saved = file_save(command->trace, strbuf_view(&out), error);
    strbuf_free(&out);
    return saved;
}

/* Of the cases whose values may be seen. */
static bool explain(CheckCommand *command, const Arguments *arguments, Error *error)
{
    const HelloMessage *hello = headless_hello(&command->headless);
    size_t count = 0;
    ExplainJob *jobs = memory_alloc_array(command->verdict.cases.size + 1, sizeof *jobs);
    for (size_t i = 0; i < command->verdict.cases.size; i++) {
        CaseResult *result = &command->verdict.cases.data[i];
        if (!result->spec->hidden && result->run.status == LAUNCH_OK)
            jobs[count++] = (ExplainJob){&result->prepared, &result->run, &result->reference,
                                         &result->explanations};
    }
    bool done =
        count == 0 ||
        values_explain(arguments, command->path, strbuf_view(&command->source),
                       !hello->device.simulated, jobs, count, &command->headless.waiting, error);
    free(jobs);
    return done;
}

static bool judge(CheckCommand *command, const Arguments *arguments, Error *error)
{
    const Exercise *exercise = command->exercise;
    if (exercise->kernel_file)
        headless_compile_host(&command->headless, command->kernel_path,
                              strbuf_view(&command->kernel), command->path,
                              strbuf_view(&command->source), &command->compile);
    else
        headless_compile(&command->headless, command->path, strbuf_view(&command->source),
                         &command->compile);
    bool saved = sum_up(command, error);
    if (command->compile.ok && compile_has_kernel(&command->compile, exercise->kernel))
        for (size_t i = 0; i < exercise->case_count && saved; i++) {
            run_case(command, i);
            saved = sum_up(command, error);
        }
    if (saved && arguments_has(arguments, "--compare") && !exercise->kernel_file)
        saved = explain(command, arguments, error) && save_report(command, error);
    return saved && (!command->trace || save_trace(command, error));
}

static bool execute(CheckCommand *command, const Arguments *arguments, Error *error)
{
    bool done = judge(command, arguments, error);
    waiting_end(&command->headless.waiting);
    return done;
}

static int verdict_status(CaseVerdict verdict)
{
    static const int statuses[] = {
        [CASE_PASS] = 0, [CASE_FAIL] = 1, [CASE_TROUBLE] = 3, [CASE_PENDING] = 3};
    return statuses[verdict];
}

/* No worker or no device: the report says so as the compiler's trouble. */
static int report_trouble(CheckCommand *command, const Error *error)
{
    int status = error_report(error);
    command->compile.trouble = memory_clone_text(error->text);
    sum_up(command, NULL);
    if (command->json)
        print_report(command);
    return status;
}

static void command_free(CheckCommand *command)
{
    verdict_free(&command->verdict);
    compile_result_free(&command->compile);
    headless_close(&command->headless);
    strbuf_free(&command->source);
    strbuf_free(&command->kernel);
    free(command->path);
    free(command->kernel_path);
    course_free(command->course);
}

static int run(const Arguments *arguments)
{
    CheckCommand command = {0};
    Error error = {0};
    int status;
    command.json = arguments_has(arguments, "--json");
    command.output = arguments_value(arguments, "--output");
    command.trace = arguments_value(arguments, "--trace");
    if (!read_command(arguments, &command, &error)) {
        status = error_report(&error);
    } else if (!headless_open(&command.headless, arguments, &error)) {
        status = report_trouble(&command, &error);
    } else if (!execute(&command, arguments, &error)) {
        status = error_report(&error);
    } else {
        print_report(&command);
        status = verdict_status(command.verdict.verdict);
    }
    command_free(&command);
    return status;
}

static const Flag flags[] = {
    FLAG_DEVICE,
    {"--compare", NULL,
     "show values of GPU, simulator and CPU side by side, and why they differ where that is "
     "proven"},
    FLAG_PROFILE,
    FLAG_SEED,
    FLAG_LIMIT,
    FLAG_WORKER,
    FLAG_JSON,
    {"--output", "FILE",
     "keep the report in a file too: made anew after each case, never half of one"},
    FLAG_TRACE,
    {0},
};

const Subcommand subcommand_check = {
    .name = "check",
    .synopsis = "EXERCISE [FILE [KERNEL.cu]]",
    .help = "judge a file (or your work) as an answer to an exercise",
    .flags = flags,
    .least = 1,
    .most = 3,
    .run = run,
};
