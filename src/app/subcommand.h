/* The subcommands of culab: one row each, with its flags and their help. */
#ifndef CULAB_APP_SUBCOMMAND_H
#define CULAB_APP_SUBCOMMAND_H

#include "base/error.h"
#include "base/strbuf.h"
#include "base/vec.h"

typedef struct Flag {
    const char *name;     /* "--grid" */
    const char *argument; /* "X[,Y[,Z]]"; NULL: takes none */
    const char *help;
} Flag;

typedef struct FlagGiven {
    const Flag *flag;
    const char *value; /* NULL: takes none */
} FlagGiven;

/* The command line behind the subcommand's name, checked against its row. */
typedef struct Arguments {
    VEC(FlagGiven) flags;
    VEC(const char *) rest;
} Arguments;

typedef struct Subcommand {
    const char *name;
    const char *synopsis;                   /* what follows the name: "EXERCISE [FILE]" */
    const char *help;                       /* one line */
    const Flag *flags;                      /* ended by name NULL */
    size_t least, most;                     /* arguments that are no flags */
    int (*run)(const Arguments *arguments); /* exit status */
} Subcommand;

extern const Subcommand subcommand_lab, subcommand_list, subcommand_check, subcommand_run,
    subcommand_doctor, subcommand_simulate, subcommand_bench;
extern const Subcommand
    *const subcommands[]; /* ended by NULL; the first is the one without a name */

const Subcommand *subcommand_find(const char *name);
/* False: `error` (ERROR_MISUSE) says what is wrong and what there is. */
bool arguments_parse(const Subcommand *subcommand, int count, char **words, Arguments *out,
                     Error *error);
void arguments_free(Arguments *arguments);
/* The value of the last flag of this name; "" for one that takes none; NULL: not given. */
const char *arguments_value(const Arguments *arguments, const char *name);
bool arguments_has(const Arguments *arguments, const char *name);

void help_print(void); /* of all */
void help_print_subcommand(const Subcommand *subcommand);

/* Prints "culab: error" to standard error; returns the error's exit status. */
int error_report(const Error *error);

/* Flags that several subcommands have. */
#define FLAG_JSON                                 \
    {                                             \
        "--json", NULL, "print one JSON document" \
    }
#define FLAG_DEVICE                                                                          \
    {                                                                                        \
        "--device", "sim|gpu|gpu:N", "where kernels run (the first GPU, else the simulator)" \
    }
#define FLAG_PROFILE                                                                 \
    {                                                                                \
        "--profile", "NAME", "which card the simulator is (culab doctor lists them)" \
    }
#define FLAG_WORKER                                                                          \
    {                                                                                        \
        "--worker", "COMMAND", "how to start culab-worker, such as 'ssh gpu01 culab-worker'" \
    }
#define FLAG_TRACE                                                                         \
    {                                                                                      \
        "--trace", "FILE", "keep a host program's timeline as a trace for Perfetto (JSON)" \
    }
#define FLAG_SEED                                                                        \
    {                                                                                    \
        "--seed", "N", "another schedule for each number; the same one for the same (0)" \
    }
#define FLAG_CHECK                                                                              \
    {                                                                                           \
        "--check", "LIST",                                                                      \
            "which checks: memory, race, init, sync, arithmetic, with commas between, or none " \
            "(all)"                                                                             \
    }
#define FLAG_LIMIT                                                \
    {                                                             \
        "--limit", "SECONDS", "how long one launch may take (60)" \
    }

#endif
