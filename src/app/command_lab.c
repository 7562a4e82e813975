/* culab lab: the interactive lab. */
#include <stdlib.h>

#include "app/folders.h"
#include "app/lab.h"
#include "app/subcommand.h"

static int run(const Arguments *arguments)
{
    char *course = folder_course(), *data = folder_data(), *config = folder_config();
    LabOptions options = {
        .exercise = arguments->rest.size ? arguments->rest.data[0] : NULL,
        .course_root = course ? course : "",
        .data_folder = data,
        .config_folder = config,
        .worker_command = arguments_value(arguments, "--worker"),
        .device = arguments_value(arguments, "--device"),
        .profile = arguments_value(arguments, "--profile"),
    };
    Error error = {0};
    int status;
    if (course) {
        status = lab_main(&options);
    } else {
        folder_load_course(&error);
        status = error_report(&error);
    }
    free(course);
    free(data);
    free(config);
    return status;
}

static const Flag flags[] = {FLAG_DEVICE, FLAG_PROFILE, FLAG_WORKER, {0}};

const Subcommand subcommand_lab = {
    .name = "lab",
    .synopsis = "[EXERCISE]",
    .help = "open the lab: lessons, editor, output, verdict",
    .flags = flags,
    .most = 1,
    .run = run,
};
