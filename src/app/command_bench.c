/* culab bench: measurements of the lab's own parts. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/subcommand.h"
#include "base/strbuf.h"

/* The program beside this one. */
static char *program_path(void)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);
    StrBuf path = {0};
    if (size > 0) {
        self[size] = 0;
        char *name = strrchr(self, '/');
        strbuf_format(&path, "%.*s/bench_sim", name ? (int)(name - self) : 0, self);
    }
    return strbuf_take(&path);
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    VEC(const char *) words = {0};
    char *program = program_path();
    if (strcmp(arguments->rest.data[0], "sim") != 0) {
        error_set(&error, ERROR_MISUSE, "bench knows no \"%s\": there is sim",
                  arguments->rest.data[0]);
    } else {
        vec_push(&words, program);
        for (size_t i = 0; i < arguments->flags.size; i++) {
            vec_push(&words, arguments->flags.data[i].flag->name);
            if (arguments->flags.data[i].value)
                vec_push(&words, arguments->flags.data[i].value);
        }
        for (size_t i = 1; i < arguments->rest.size; i++)
            vec_push(&words, arguments->rest.data[i]);
        vec_push(&words, NULL);
        fflush(stdout);
        execv(program, (char *const *)words.data);
        error_set(&error, ERROR_SYSTEM,
                  "%s: %s; it is built with the tests: cmake --build build --target bench_sim",
                  program, strerror(errno));
    }
    vec_free(&words);
    free(program);
    return error_report(&error);
}

static const Flag flags[] = {
    {"--json", NULL, "print one JSON document"},
    {"--rounds", "N", "measure each N times and keep the best (3)"},
    {"--threads", "N", "threads of the last columns (2)"},
    {"--more", NULL, "other kernels: patterns that the first set does not have"},
    {"--scale", NULL, "time and memory of launches of 10^3 to 10^7 threads instead"},
    {"--shadow", NULL, "memory that the checkers hold for what kernels touch instead"},
    {0},
};

const Subcommand subcommand_bench = {
    .name = "bench",
    .synopsis = "sim [--json] [--rounds N] [--threads N] [--more] [--scale] [--shadow] [KERNEL]",
    .help = "how fast the simulator is, kernel by kernel (docs/performance.md)",
    .flags = flags,
    .least = 1,
    .most = 2,
    .run = run,
};
