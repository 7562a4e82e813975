/* Runs a host program once, with data from the command line, and tells its calls. */
#include "app/run_host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/headless.h"
#include "base/file.h"
#include "base/utf8.h"
#include "report/host_report.h"
#include "report/run_report.h"

typedef struct HostCommand {
    const char *path, *kernel_path, *trace;
    StrBuf source, kernel;
    PreparedCase prepared;
    char **save_to; /* one for each argument */
    Headless headless;
    CompileResult compile;
    RunResult run;
    StrBuf trouble;
    bool json, calls;
    StrBuf wrote; /* by the program so far */
    size_t shown; /* of that */
    uint32_t checks;
    uint64_t seed;
} HostCommand;

/* NAME=SPEC, where SPEC is an argument of `culab run --arg`. */
static bool read_datum(const char *text, PreparedArgument *out, char **save_to, Error *error)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return error_set(error, ERROR_MISUSE,
                         "--data %s: say NAME=SPEC, as in n=i32=1000 or x=in:f32[1000]=ramp", text);
    if (!argument_parse(equals + 1, out, save_to, error)) {
        error->kind = ERROR_MISUSE;
        return false;
    }
    free(out->name);
    out->name = memory_clone_bytes(text, (size_t)(equals - text));
    return true;
}

static CaseNumber number_of(const PreparedArgument *argument)
{
    double real = element_value(argument->type, argument->scalar);
    return (CaseNumber){memory_clone_text(argument->name), (int64_t)real, real};
}

static bool read_data(const Arguments *arguments, HostCommand *command, Error *error)
{
    PreparedCase *prepared = &command->prepared;
    size_t most = arguments->flags.size + 1;
    prepared->host = true;
    prepared->arguments = memory_alloc_array(most, sizeof *prepared->arguments);
    prepared->numbers = memory_alloc_array(most, sizeof *prepared->numbers);
    command->save_to = memory_alloc_array(most, sizeof *command->save_to);
    for (size_t i = 0; i < arguments->flags.size; i++) {
        const FlagGiven *given = &arguments->flags.data[i];
        size_t at = prepared->argument_count;
        if (strcmp(given->flag->name, "--data") != 0)
            continue;
        if (!read_datum(given->value, &prepared->arguments[at], &command->save_to[at], error))
            return false;
        prepared->argument_count++;
        if (!prepared->arguments[at].is_buffer)
            prepared->numbers[prepared->number_count++] = number_of(&prepared->arguments[at]);
    }
    return true;
}

static bool read_command(const Arguments *arguments, HostCommand *command, Error *error)
{
    command->path = arguments->rest.data[0];
    command->kernel_path = arguments->rest.size > 1 ? arguments->rest.data[1] : "kernel.cu";
    command->trace = arguments_value(arguments, "--trace");
    command->json = arguments_has(arguments, "--json");
    command->calls = arguments_has(arguments, "--calls");
    return headless_read_checks(arguments, &command->checks, &command->seed, error) &&
           read_data(arguments, command, error) &&
           source_read(command->path, &command->source, error) &&
           (arguments->rest.size < 2 || source_read(command->kernel_path, &command->kernel, error));
}

static bool save_bytes(const char *path, const BufferResult *buffer, Error *error)
{
    View bytes = {(const char *)buffer->bytes, buffer->count * element_bytes(buffer->type)};
    return !buffer->bytes || file_save(path, bytes, error);
}

static bool save_outputs(HostCommand *command, Error *error)
{
    size_t buffer = 0;
    for (size_t i = 0; i < command->prepared.argument_count; i++) {
        if (!command->prepared.arguments[i].is_buffer || buffer >= command->run.buffer_count)
            continue;
        const BufferResult *result = &command->run.buffers[buffer++];
        if (command->save_to[i] && !save_bytes(command->save_to[i], result, error))
            return false;
    }
    return true;
}

static bool save_trace(const HostCommand *command, Error *error)
{
    StrBuf out = {0};
    if (!command->trace || !command->run.host)
        return true;
    host_trace(command->run.host, &out);
    bool saved = file_save(command->trace, strbuf_view(&out), error);
    strbuf_free(&out);
    return saved;
}

static void print(StrBuf *out)
{
    fwrite(strbuf_text(out), 1, out->size, stdout);
    fflush(stdout);
    strbuf_free(out);
}

/* While the program runs: whole lines. */
static void show_wrote(void *state, View text)
{
    HostCommand *command = state;
    TextStyle style = text_style();
    StrBuf out = {0};
    strbuf_add(&command->wrote, text);
    size_t end = command->wrote.size < HOST_OUTPUT_SHOWN ? command->wrote.size : HOST_OUTPUT_SHOWN;
    while (end > command->shown && command->wrote.data[end - 1] != '\n')
        end--;
    utf8_add_inert(&out, view_slice(strbuf_view(&command->wrote), command->shown, end), true,
                   style.ascii);
    command->shown = end;
    print(&out);
}

static void show_compile(const HostCommand *command)
{
    TextStyle style = text_style();
    StrBuf out = {0};
    if (headless_hello(&command->headless))
        text_of_device(&out, headless_hello(&command->headless), &style);
    text_of_compile(&out, &command->compile, &style);
    print(&out);
}

static bool execute(HostCommand *command, Error *error)
{
    RunOptions options = {
        .checks = command->checks, .seed = command->seed, .print_limit = HEADLESS_PRINTS};
    headless_compile_host(&command->headless, command->kernel_path, strbuf_view(&command->kernel),
                          command->path, strbuf_view(&command->source), &command->compile);
    if (!command->json)
        show_compile(command);
    if (!command->compile.ok)
        return true;
    command->headless.wrote = command->json ? NULL : show_wrote;
    command->headless.wrote_state = command;
    run_result_free(&command->run);
    waiting_for(&command->headless.waiting, "running");
    headless_run(&command->headless, &command->prepared, &options, &command->run);
    waiting_end(&command->headless.waiting);
    return save_outputs(command, error) && save_trace(command, error);
}

static void add_text(const HostCommand *command, StrBuf *out)
{
    TextStyle style = text_style();
    size_t buffer = 0;
    text_of_host_output(out, command->run.host, command->shown, &style);
    text_of_prints(out, &command->headless.prints, -1, &style);
    for (size_t i = 0; i < command->prepared.argument_count; i++)
        if (command->prepared.arguments[i].is_buffer && buffer < command->run.buffer_count) {
            const BufferResult *result = &command->run.buffers[buffer++];
            if (result->role != ROLE_IN)
                text_of_buffer(out, result, command->save_to[i]);
        }
    if (command->calls && command->run.host)
        text_of_host_calls(out, command->run.host, &style);
    text_of_findings(out, &command->run, &style);
    bool trouble =
        command->run.status == LAUNCH_TROUBLE; /* then it ended for no fault of its own */
    bool told = command->run.host && command->run.status != LAUNCH_BUDGET && !trouble;
    if (!trouble)
        text_of_host_end(out, command->run.host, &style);
    if (!told && command->run.error_text) {
        text_of_foreign(out, command->run.error_text, &style);
        strbuf_add_byte(out, '\n');
    }
}

static void add_json(const HostCommand *command, StrBuf *out)
{
    RunReport report = {
        .device = headless_hello(&command->headless),
        .compile = &command->compile,
        .prints = &command->headless.prints,
        .prepared = &command->prepared,
        .run = &command->run,
        .saved_to = command->save_to,
        .trouble = strbuf_text(&command->trouble),
    };
    run_report_json(&report, out);
}

static void print_report(const HostCommand *command)
{
    StrBuf out = {0};
    if (command->json)
        add_json(command, &out);
    else
        add_text(command, &out);
    print(&out);
}

static int exit_status(const HostCommand *command)
{
    const RunResult *run = &command->run;
    if (!command->compile.ran || run->status == LAUNCH_TROUBLE)
        return 3;
    for (size_t i = 0; i < run->findings.size; i++)
        if (!run->findings.data[i].note)
            return 1;
    return command->compile.ok && run->status == LAUNCH_OK ? 0 : 1;
}

static void command_free(HostCommand *command)
{
    for (size_t i = 0; command->save_to && i < command->prepared.argument_count; i++)
        free(command->save_to[i]);
    free(command->save_to);
    headless_close(&command->headless);
    prepared_case_free(&command->prepared);
    compile_result_free(&command->compile);
    run_result_free(&command->run);
    strbuf_free(&command->source);
    strbuf_free(&command->kernel);
    strbuf_free(&command->trouble);
    strbuf_free(&command->wrote);
}

int run_host(const Arguments *arguments)
{
    HostCommand command = {.run.kernel_ms = NAN, .compile.ms = NAN};
    Error error = {0};
    int status;
    if (!read_command(arguments, &command, &error)) {
        status = error_report(&error);
    } else if (!headless_open(&command.headless, arguments, &error) || !execute(&command, &error)) {
        status = error_report(&error);
        strbuf_add_text(&command.trouble, error.text);
        if (command.json)
            print_report(&command);
    } else {
        print_report(&command);
        status = exit_status(&command);
    }
    command_free(&command);
    return status;
}
