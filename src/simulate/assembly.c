/* Reads ptxas's arguments. */
#include "simulate/assembly.h"

#include <string.h>

/* Options whose value may be the next word, as ptxas --help of CUDA 13.0 lists them. */
static const char *const with_value[] = {
    "Ofast-compile",
    "Ofc",
    "O",
    "opt-level",
    "arch",
    "gpu-name",
    "def-load-cache",
    "dlcm",
    "def-store-cache",
    "dscm",
    "fmad",
    "allow-expensive-optimizations",
    "e",
    "entry",
    "force-load-cache",
    "flcm",
    "force-store-cache",
    "fscm",
    "m",
    "machine",
    "maxntid",
    "maxrregcount",
    "minnctapersm",
    "device-function-maxrregcount",
    "func-maxrregcount",
    "device-stack-protector",
    "position-independent-code",
    "pic",
    "register-usage-level",
    "regUsageLevel",
    "sanitize",
    "split-compile",
    "regAllocOptLevel",
    NULL,
};
static const char *const output_names[] = {"o", "output-file", NULL};
static const char *const text_names[] = {"ias", "input-as-string", NULL};
static const char *const other_names[] = {
    "h", "help", "V", "version", "list-version", "version-ls", "optf", "options-file", NULL};

/* An option's word without its dashes. */
typedef struct Option {
    const char *name, *value; /* value: what stands behind '=', or NULL */
    size_t size;              /* of the name */
} Option;

static bool option_read(const char *word, Option *out)
{
    if (word[0] != '-' || !word[1])
        return false;
    const char *name = word + (word[1] == '-' ? 2 : 1);
    const char *equals = strchr(name, '=');
    *out =
        (Option){name, equals ? equals + 1 : NULL, equals ? (size_t)(equals - name) : strlen(name)};
    return true;
}

static bool option_is(const Option *option, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == option->size && !strncmp(*names, option->name, option->size))
            return true;
    return false;
}

bool assembly_read(const char *const *arguments, size_t count, Assembly *out)
{
    *out = (Assembly){.output = "elf.o"};
    for (size_t i = 0; i < count; i++) {
        Option option;
        if (!option_read(arguments[i], &option)) {
            if (out->input)
                return false; /* ptxas says so */
            out->input = arguments[i];
            continue;
        }
        bool is_output = option_is(&option, output_names), is_text = option_is(&option, text_names);
        if (option_is(&option, other_names))
            return false;
        if (!is_output && !is_text && !option_is(&option, with_value))
            continue;
        const char *value = option.value;
        if (!value && i + 1 < count)
            value = arguments[++i];
        if (is_output)
            out->output = value;
        else if (is_text)
            out->input = value;
        out->is_text |= is_text;
    }
    return out->input && out->output;
}
