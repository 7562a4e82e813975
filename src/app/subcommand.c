/* The table of subcommands, reading the command line by it, and the help made from it. */
#include "app/subcommand.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { HELP_COLUMNS = 79, HELP_STEP = 4, HELP_USAGE = 10 };

const Subcommand *const subcommands[] = {
    &subcommand_lab,      &subcommand_list,   &subcommand_check, &subcommand_run,
    &subcommand_simulate, &subcommand_doctor, &subcommand_bench, NULL,
};

const Subcommand *subcommand_find(const char *name)
{
    for (const Subcommand *const *row = subcommands; *row; row++)
        if (!strcmp((*row)->name, name))
            return *row;
    return NULL;
}

static const Flag *flag_find(const Subcommand *subcommand, View name)
{
    for (const Flag *flag = subcommand->flags; flag->name; flag++)
        if (view_equal_text(name, flag->name))
            return flag;
    return NULL;
}

static bool unknown_flag(const Subcommand *subcommand, View name, Error *error)
{
    StrBuf known = {0};
    for (const Flag *flag = subcommand->flags; flag->name; flag++)
        strbuf_format(&known, "%s%s", known.size ? ", " : "", flag->name);
    error_set(error, ERROR_MISUSE, "%s has no flag %.*s: there are %s", subcommand->name,
              VIEW_ARG(name), strbuf_text(&known));
    strbuf_free(&known);
    return false;
}

/* "--flag value" or "--flag=value"; *index stands on the flag. */
static bool take_flag(const Subcommand *subcommand, int count, char **words, int *index,
                      Arguments *out, Error *error)
{
    View word = view_of(words[*index]);
    size_t equals = view_find(word, '=');
    View name = view_slice(word, 0, equals);
    const Flag *flag = flag_find(subcommand, name);
    const char *value = equals < word.size ? words[*index] + equals + 1 : NULL;
    if (!flag)
        return unknown_flag(subcommand, name, error);
    if (!flag->argument && value)
        return error_set(error, ERROR_MISUSE, "%s takes no value", flag->name);
    if (flag->argument && !value) {
        if (*index + 1 >= count)
            return error_set(error, ERROR_MISUSE, "%s needs a value: %s", flag->name,
                             flag->argument);
        value = words[++*index];
    }
    vec_push(&out->flags, (FlagGiven){flag, value});
    return true;
}

bool arguments_parse(const Subcommand *subcommand, int count, char **words, Arguments *out,
                     Error *error)
{
    bool flags_end = false;
    *out = (Arguments){0};
    for (int i = 0; i < count; i++) {
        if (!flags_end && !strcmp(words[i], "--"))
            flags_end = true;
        else if (flags_end || words[i][0] != '-' || !words[i][1])
            vec_push(&out->rest, words[i]);
        else if (!take_flag(subcommand, count, words, &i, out, error))
            return false;
    }
    if (out->rest.size < subcommand->least)
        return error_set(error, ERROR_MISUSE, "%s needs more: culab %s %s", subcommand->name,
                         subcommand->name, subcommand->synopsis);
    if (out->rest.size > subcommand->most)
        return error_set(error, ERROR_MISUSE,
                         "%s does not know what to do with \"%s\": culab %s %s", subcommand->name,
                         out->rest.data[subcommand->most], subcommand->name, subcommand->synopsis);
    return true;
}

void arguments_free(Arguments *arguments)
{
    vec_free(&arguments->flags);
    vec_free(&arguments->rest);
}

const char *arguments_value(const Arguments *arguments, const char *name)
{
    for (size_t i = arguments->flags.size; i-- > 0;)
        if (!strcmp(arguments->flags.data[i].flag->name, name))
            return arguments->flags.data[i].value ? arguments->flags.data[i].value : "";
    return NULL;
}

bool arguments_has(const Arguments *arguments, const char *name)
{
    return arguments_value(arguments, name) != NULL;
}

static int bracket_depth(View text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size; i++)
        depth += (text.data[i] == '[') - (text.data[i] == ']');
    return depth;
}

/* The next word; what stands in brackets is one. */
static bool next_word(View *rest, View *word)
{
    View more;
    if (!view_split(rest, ' ', word))
        return false;
    while (bracket_depth(*word) > 0 && view_split(rest, ' ', &more))
        word->size = (size_t)(more.data + more.size - word->data);
    return true;
}

/* In lines of at most HELP_COLUMNS, the first one indented by `first`, the others by `rest`. */
static void put_wrapped(const char *text, int first, int rest)
{
    View words = view_of(text), word;
    int used = printf("%*s", first, "");
    for (bool begun = false; next_word(&words, &word); begun = true) {
        if (begun && used + 1 + (int)word.size > HELP_COLUMNS) {
            used = printf("\n%*s", rest, "") - 1;
            begun = false;
        }
        used += printf("%s%.*s", begun ? " " : "", VIEW_ARG(word));
    }
    printf("\n");
}

static void put_usage(const Subcommand *subcommand, int indent)
{
    StrBuf usage = {0};
    strbuf_format(&usage, "culab %s %s", subcommand->name, subcommand->synopsis);
    put_wrapped(strbuf_text(&usage), indent, indent + HELP_USAGE);
    put_wrapped(subcommand->help, indent + HELP_STEP, indent + HELP_STEP);
    strbuf_free(&usage);
}

void help_print(void)
{
    printf("culab: a terminal lab for learning CUDA\n\n");
    for (const Subcommand *const *row = subcommands; *row; row++)
        put_usage(*row, HELP_STEP);
    printf("    culab --help, culab SUBCOMMAND --help, culab --version\n\n"
           "Without a subcommand: %s.\n"
           "Exit status: 0 pass, 1 fail, 2 misuse, 3 the lab's own or the machine's\ntrouble.\n",
           subcommands[0]->name);
}

void help_print_subcommand(const Subcommand *subcommand)
{
    put_usage(subcommand, 0);
    for (const Flag *flag = subcommand->flags; flag->name; flag++) {
        printf("\n    %s%s%s\n", flag->name, flag->argument ? " " : "",
               flag->argument ? flag->argument : "");
        put_wrapped(flag->help, 2 * HELP_STEP, 2 * HELP_STEP);
    }
}

int error_report(const Error *error)
{
    StrBuf text = {0}, inert = {0};
    error_describe(error, &text);
    utf8_add_inert(&inert, strbuf_view(&text), false, false);
    fprintf(stderr, "culab: %s\n", strbuf_text(&inert));
    strbuf_free(&text);
    strbuf_free(&inert);
    return error_exit_status(error);
}
