/* culab: finds the subcommand and runs it. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "app/subcommand.h"

static bool is_any(const char *word, const char *one, const char *other)
{
    return !strcmp(word, one) || !strcmp(word, other);
}

static bool asks_help(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (is_any(words[i], "--help", "-h"))
            return true;
    return false;
}

static int unknown_subcommand(const char *name)
{
    Error error = {0};
    StrBuf known = {0};
    for (const Subcommand *const *row = subcommands; *row; row++)
        strbuf_format(&known, "%s%s", known.size ? ", " : "", (*row)->name);
    error_set(&error, ERROR_MISUSE, "there is no subcommand \"%s\": there are %s; see culab --help",
              name, strbuf_text(&known));
    strbuf_free(&known);
    return error_report(&error);
}

static int run_subcommand(const Subcommand *subcommand, int count, char **words)
{
    Arguments arguments;
    Error error = {0};
    if (asks_help(count, words)) {
        help_print_subcommand(subcommand);
        return 0;
    }
    int status = arguments_parse(subcommand, count, words, &arguments, &error)
                     ? subcommand->run(&arguments)
                     : error_report(&error);
    arguments_free(&arguments);
    return status;
}

/* A report that did not get out whole is none; a reader that had enough (head) is no trouble. */
static int finish_output(int status)
{
    Error error = {0};
    if ((fflush(stdout) == 0 && !ferror(stdout)) || errno == EPIPE)
        return status;
    error_errno(&error, "the output cannot be written");
    return error_report(&error);
}

static int run_command_line(int count, char **words)
{
    if (count > 1 && is_any(words[1], "--help", "-h")) {
        help_print();
        return 0;
    }
    if (count > 1 && !strcmp(words[1], "--version")) {
        printf("culab %s\n", CULAB_VERSION);
        return 0;
    }
    if (count < 2 || words[1][0] == '-')
        return run_subcommand(subcommands[0], count - 1, words + 1);
    const Subcommand *subcommand = subcommand_find(words[1]);
    return subcommand ? run_subcommand(subcommand, count - 2, words + 2)
                      : unknown_subcommand(words[1]);
}

int main(int count, char **words)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return finish_output(run_command_line(count, words));
}
