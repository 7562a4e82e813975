/* culab run: one kernel of a file, with arguments from the command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/headless.h"
#include "app/run_host.h"
#include "app/values.h"
#include "base/file.h"
#include "report/run_report.h"
#include "result/kernel_name.h"

/* What the command line asks for and what became of it. */
typedef struct RunCommand {
    const char *path;
    StrBuf source;
    PreparedCase prepared;
    char **save_to; /* one for each argument */
    Headless headless;
    CompileResult compile;
    RunResult run;
    StrBuf trouble;
    bool time, schedule, values; /* asked for */
    Explanations explanations;
    uint32_t checks;
    uint64_t seed;
} RunCommand;

static bool read_dim(const Arguments *arguments, const char *flag, Dim3 *out, Error *error)
{
    const char *text = arguments_value(arguments, flag);
    uint32_t *const parts[] = {&out->x, &out->y, &out->z};
    View rest = view_of(text), piece;
    *out = (Dim3){1, 1, 1};
    if (!text)
        return error_set(error, ERROR_MISUSE, "%s is missing: say %s X[,Y[,Z]]", flag, flag);
    for (int i = 0; view_split(&rest, ',', &piece); i++) {
        uint64_t value;
        if (i == 3 || !view_to_u64(view_trim(piece), &value) || value > UINT32_MAX)
            return error_set(error, ERROR_MISUSE,
                             "%s %s: say one to three whole numbers, as in 256 or 16,16", flag,
                             text);
        *parts[i] = (uint32_t)value;
    }
    return true;
}

static bool read_shared(const Arguments *arguments, uint64_t *out, Error *error)
{
    const char *text = arguments_value(arguments, "--shared");
    *out = 0;
    if (!text || view_to_u64(view_of(text), out))
        return true;
    return error_set(error, ERROR_MISUSE, "--shared %s: say a number of bytes", text);
}

static bool read_arguments(const Arguments *arguments, RunCommand *command, Error *error)
{
    PreparedCase *prepared = &command->prepared;
    prepared->arguments = memory_alloc_array(arguments->flags.size + 1, sizeof(PreparedArgument));
    command->save_to = memory_alloc_array(arguments->flags.size + 1, sizeof(char *));
    for (size_t i = 0; i < arguments->flags.size; i++) {
        const FlagGiven *given = &arguments->flags.data[i];
        size_t at = prepared->argument_count;
        if (strcmp(given->flag->name, "--arg") != 0)
            continue;
        if (!argument_parse(given->value, &prepared->arguments[at], &command->save_to[at], error)) {
            error->kind = ERROR_MISUSE; /* also a file of data that cannot be read */
            return false;
        }
        prepared->argument_count++;
    }
    return true;
}

/* What a kernel has is refused of a host program, and the other way round. */
static bool check_flags(const Arguments *arguments, bool host, Error *error)
{
    static const struct {
        const char *flag;
        bool host;
    } rows[] = {{"--kernel", false}, {"--grid", false}, {"--block", false},   {"--shared", false},
                {"--arg", false},    {"--time", false}, {"--compare", false}, {"--schedule", false},
                {"--data", true},    {"--calls", true}, {"--trace", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].host != host && arguments_has(arguments, rows[i].flag))
            return error_set(error, ERROR_MISUSE, "%s is for %s, and %s is %s", rows[i].flag,
                             host ? "kernels, FILE.cu" : "host programs, HOST.c",
                             arguments->rest.data[0], host ? "a host program" : "a kernel's file");
    return true;
}

static bool read_command(const Arguments *arguments, RunCommand *command, Error *error)
{
    const char *kernel = arguments_value(arguments, "--kernel");
    command->path = arguments->rest.data[0];
    if (arguments->rest.size > 1)
        return error_set(error, ERROR_MISUSE,
                         "culab run does not know what to do with \"%s\": two files are a host "
                         "program and its kernel, HOST.c KERNEL.cu",
                         arguments->rest.data[1]);
    if (kernel)
        command->prepared.kernel = memory_clone_text(kernel);
    return read_dim(arguments, "--grid", &command->prepared.grid, error) &&
           read_dim(arguments, "--block", &command->prepared.block, error) &&
           read_shared(arguments, &command->prepared.shared, error) &&
           headless_read_checks(arguments, &command->checks, &command->seed, error) &&
           read_arguments(arguments, command, error) &&
           source_read(command->path, &command->source, error);
}

/* Without --kernel the only one there is is meant. */
static bool choose_kernel(RunCommand *command, Error *error)
{
    const CompileResult *compile = &command->compile;
    StrBuf known = {0};
    if (command->prepared.kernel)
        return true;
    if (compile->kernels.size == 1) {
        command->prepared.kernel = memory_clone_text(compile->kernels.data[0]);
        return true;
    }
    for (size_t i = 0; i < compile->kernels.size; i++)
        strbuf_format(&known, "%s%s", i ? ", " : "", compile->kernels.data[i]);
    error_set(error, ERROR_MISUSE, "--kernel NAME is missing: %s has %s", command->path,
              known.size ? strbuf_text(&known) : "no kernel");
    strbuf_free(&known);
    return false;
}

/* The names of the kernel's parameters; "": not known, or several kernels could be meant. */
static const char *parameters_of(const CompileResult *compile, const char *kernel)
{
    const char *found = "";
    size_t count = 0;
    for (size_t i = 0; i < compile->parameters.size && i < compile->kernels.size; i++) {
        if (strcmp(compile->kernels.data[i], kernel) == 0)
            return compile->parameters.data[i];
        if (!view_equal(kernel_name_last(compile->kernels.data[i], false),
                        kernel_name_last(kernel, false)))
            continue;
        found = compile->parameters.data[i];
        count++;
    }
    return count == 1 ? found : "";
}

/* Findings and outputs name a buffer by the kernel's parameter. */
static void name_arguments(RunCommand *command)
{
    View rest = view_of(parameters_of(&command->compile, command->prepared.kernel)), name;
    for (size_t i = 0; i < command->prepared.argument_count && view_split(&rest, ',', &name); i++) {
        if (name.size == 0)
            continue;
        free(command->prepared.arguments[i].name);
        command->prepared.arguments[i].name = memory_clone_bytes(name.data, name.size);
    }
}

static void save_outputs(RunCommand *command)
{
    size_t buffer = 0;
    for (size_t i = 0; i < command->prepared.argument_count; i++) {
        Error error = {0};
        if (!command->prepared.arguments[i].is_buffer || buffer >= command->run.buffer_count)
            continue;
        const BufferResult *result = &command->run.buffers[buffer++];
        View bytes = {(const char *)result->bytes, result->count * element_bytes(result->type)};
        if (!command->save_to[i])
            continue;
        if (result->bytes && file_save(command->save_to[i], bytes, &error))
            continue;
        if (result->bytes)
            error_describe(&error, &command->trouble);
        free(command->save_to[i]);
        command->save_to[i] = NULL;
    }
}

static bool explain(RunCommand *command, const Arguments *arguments, Error *error)
{
    bool on_gpu = !headless_hello(&command->headless)->device.simulated;
    ExplainJob job = {&command->prepared, &command->run, NULL, &command->explanations};
    if (!on_gpu)
        return error_set(error, ERROR_MISUSE,
                         "--compare needs a GPU beside the simulator: there is nothing else here "
                         "that this kernel's values could be compared with (culab check --compare "
                         "has a CPU's)");
    return values_explain(arguments, command->path, strbuf_view(&command->source), on_gpu, &job, 1,
                          &command->headless.waiting, error);
}

static bool launch(RunCommand *command, const Arguments *arguments, Error *error)
{
    RunOptions options = {.checks = command->checks,
                          .seed = command->seed,
                          .print_limit = HEADLESS_PRINTS,
                          .time = command->time,
                          .schedule = command->schedule};
    headless_compile(&command->headless, command->path, strbuf_view(&command->source),
                     &command->compile);
    if (!command->compile.ok)
        return true;
    if (command->time && headless_hello(&command->headless)->device.simulated)
        return error_set(error, ERROR_MISUSE,
                         "--time needs a GPU: the simulator counts, it does not model time");
    if (!choose_kernel(command, error))
        return false;
    name_arguments(command);
    run_result_free(&command->run);
    waiting_for(&command->headless.waiting, "running");
    headless_run(&command->headless, &command->prepared, &options, &command->run);
    save_outputs(command);
    return !command->values || explain(command, arguments, error);
}

static bool execute(RunCommand *command, const Arguments *arguments, Error *error)
{
    bool done = launch(command, arguments, error);
    waiting_end(&command->headless.waiting);
    return done;
}

static bool has_broken_buffer(const RunResult *run)
{
    for (size_t i = 0; i < run->buffer_count; i++) {
        const BufferResult *buffer = &run->buffers[i];
        if (buffer->input_changed || buffer->guard_before_broken || buffer->guard_after_broken)
            return true;
    }
    return false;
}

static int exit_status(const RunCommand *command)
{
    const RunResult *run = &command->run;
    if (!command->compile.ran || run->status == LAUNCH_TROUBLE || command->trouble.size)
        return 3;
    if (run->error_name && !strcmp(run->error_name, "CUDA_ERROR_NOT_FOUND"))
        return 2; /* --kernel names none */
    return run->status == LAUNCH_OK && run->findings.size == 0 && !has_broken_buffer(run) ? 0 : 1;
}

static void print_report(const RunCommand *command, bool json)
{
    TextStyle style = text_style();
    StrBuf out = {0};
    RunReport report = {
        .device = headless_hello(&command->headless),
        .compile = &command->compile,
        .prints = &command->headless.prints,
        .prepared = &command->prepared,
        .run = &command->run,
        .saved_to = command->save_to,
        .values = command->values ? &command->explanations : NULL,
        .trouble = strbuf_text(&command->trouble),
    };
    if (json)
        run_report_json(&report, &out);
    else
        run_report_text(&report, &out, &style);
    fwrite(strbuf_text(&out), 1, out.size, stdout);
    strbuf_free(&out);
}

static void command_free(RunCommand *command)
{
    for (size_t i = 0; command->save_to && i < command->prepared.argument_count; i++)
        free(command->save_to[i]);
    free(command->save_to);
    headless_close(&command->headless);
    for (size_t i = 0; i < command->explanations.size; i++)
        explanation_free(&command->explanations.data[i]);
    vec_free(&command->explanations);
    prepared_case_free(&command->prepared);
    compile_result_free(&command->compile);
    run_result_free(&command->run);
    strbuf_free(&command->source);
    strbuf_free(&command->trouble);
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    bool host = view_ends(view_of(arguments->rest.data[0]), ".c");
    if (!check_flags(arguments, host, &error))
        return error_report(&error);
    if (host)
        return run_host(arguments);
    RunCommand command = {.run.kernel_ms = NAN, .compile.ms = NAN};
    bool json = arguments_has(arguments, "--json");
    int status;
    command.time = arguments_has(arguments, "--time");
    command.schedule = arguments_has(arguments, "--schedule");
    command.values = arguments_has(arguments, "--compare");
    if (!read_command(arguments, &command, &error)) {
        status = error_report(&error);
    } else if (!headless_open(&command.headless, arguments, &error) ||
               !execute(&command, arguments, &error)) {
        status = error_report(&error);
        strbuf_add_text(&command.trouble, error.text);
        if (json)
            print_report(&command, true);
    } else {
        print_report(&command, json);
        status = exit_status(&command);
    }
    command_free(&command);
    return status;
}

static const Flag flags[] = {
    {"--kernel", "NAME", "the kernel; may be left out when the file has one only"},
    {"--grid", "X[,Y[,Z]]", "blocks of the grid"},
    {"--block", "X[,Y[,Z]]", "threads of a block"},
    {"--shared", "BYTES", "dynamic shared memory of a block (0)"},
    {"--arg", "SPEC",
     "an argument, in order: i32=5, f32=2.5, in:f32[1000]=random:7, out:f32[1000]>FILE, "
     "inout:... (docs/run.md)"},
    {"--data", "NAME=SPEC", "of a host program: a number or buffer by name (docs/host.md)"},
    {"--calls", NULL, "of a host program: list its calls of the Driver API"},
    FLAG_TRACE,
    {"--time", NULL, "measure the kernel's time; on a GPU only"},
    {"--compare", NULL, "show the GPU's and the simulator's values side by side"},
    {"--schedule", NULL, "run it once more and show which block ran when on which SM"},
    FLAG_DEVICE,
    FLAG_PROFILE,
    FLAG_CHECK,
    FLAG_SEED,
    FLAG_LIMIT,
    FLAG_WORKER,
    FLAG_JSON,
    {0},
};

const Subcommand subcommand_run = {
    .name = "run",
    .synopsis = "FILE.cu --kernel NAME --grid X[,Y[,Z]] --block X[,Y[,Z]] [--arg SPEC]... | "
                "HOST.c [KERNEL.cu] [--data NAME=SPEC]...",
    .help = "compile a file and launch one of its kernels, or run a host program",
    .flags = flags,
    .least = 1,
    .most = 2,
    .run = run,
};
