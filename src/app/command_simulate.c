/* culab simulate: any program on the simulated device, with what the checkers found. */
#include <stdint.h>

#include "app/simulate_report.h"
#include "app/subcommand.h"

enum { STATUS_MAX = 255 };

static bool read_status(const char *text, int *status, Error *error)
{
    int64_t value = 0;
    if (text && (!view_to_i64(view_of(text), &value) || value < 0 || value > STATUS_MAX))
        return error_set(error, ERROR_MISUSE,
                         "--error-exitcode takes a status from 0 to %d, not \"%s\"", STATUS_MAX,
                         text);
    *status = (int)value;
    return true;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    VEC(const char *) command = {0};
    for (size_t i = 0; i < arguments->rest.size; i++)
        vec_push(&command, arguments->rest.data[i]);
    vec_push(&command, NULL);
    SimulateRequest request = {
        .command = command.data,
        .profile = arguments_value(arguments, "--profile"),
        .checks = arguments_value(arguments, "--check"),
        .seed = arguments_value(arguments, "--seed"),
        .report = arguments_value(arguments, "--report"),
        .print_limit = arguments_value(arguments, "--print-limit"),
        .json = arguments_has(arguments, "--json"),
        .show = arguments_has(arguments, "--json") ? simulate_report_json : simulate_report_text,
    };
    int status = 0;
    if (read_status(arguments_value(arguments, "--error-exitcode"), &request.error_status, &error))
        status = simulate_run(&request, &error);
    vec_free(&command);
    return error.kind == ERROR_NONE ? status : error_report(&error);
}

static const Flag flags[] = {
    FLAG_PROFILE,
    FLAG_CHECK,
    FLAG_SEED,
    {"--report", "FILE", "where the findings go (standard error, at the end)"},
    {"--print-limit", "N", "print so many findings of a process, and count the others (all)"},
    {"--json", NULL, "the report is one JSON document"},
    {"--error-exitcode", "N", "exit with N when there are findings (the program's own status)"},
    {0},
};

const Subcommand subcommand_simulate = {
    .name = "simulate",
    .synopsis = "[--profile NAME] [--check LIST] [--seed N] [--report FILE] [--json] "
                "[--print-limit N] [--error-exitcode N] -- COMMAND...",
    .help = "run any program that uses the CUDA Driver API on the simulated device",
    .flags = flags,
    .least = 1,
    .most = SIZE_MAX,
    .run = run,
};
