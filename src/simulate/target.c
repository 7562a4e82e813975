/* Compilers' options changed so that PTX comes out that the simulated device takes. */
#include "simulate/target.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/profile.h"

int target_capability(void)
{
    const char *name = getenv("CULAB_PROFILE");
    const SimProfile *profile = name && *name ? sim_profile_find(name) : &sim_profiles[0];
    if (!profile) /* cuInit says so */
        profile = &sim_profiles[0];
    return profile->major * 10 + profile->minor;
}

static bool is_one_of(View word, const char *const *names)
{
    for (; *names; names++)
        if (view_equal_text(word, *names))
            return true;
    return false;
}

static int number_behind(View word, const char *prefix)
{
    size_t at = strlen(prefix);
    if (!view_starts(word, prefix) || at >= word.size || !isdigit((unsigned char)word.data[at]))
        return 0;
    int number = 0;
    for (; at < word.size && isdigit((unsigned char)word.data[at]) && number < 10000; at++)
        number = number * 10 + (word.data[at] - '0');
    return number;
}

bool target_name(View word, int capability, StrBuf *out)
{
    static const char *const sets[] = {"native", "all", "all-major", NULL};
    static const char *const prefixes[] = {"sm_", "compute_", "lto_", NULL};
    int number = is_one_of(word, sets) ? capability : 0;
    for (int i = 0; prefixes[i] && !number; i++)
        number = number_behind(word, prefixes[i]);
    if (!number)
        return false;
    strbuf_format(out, "compute_%d", number < capability ? number : capability);
    return true;
}

static void add_text(TargetWords *out, const char *text)
{
    vec_push(out, memory_clone_text(text));
}

/* Every target in "arch=compute_90,code=[sm_90,compute_90]", the rest as it is. Several targets of
 * a list become one and the same at times; one is enough then. */
static void add_targets(View value, int capability, StrBuf *out)
{
    StrBuf last = {0};
    while (value.size) {
        size_t end = 0;
        while (end < value.size && !strchr(",=[]", value.data[end]))
            end++;
        StrBuf name = {0};
        if (!target_name(view_slice(value, 0, end), capability, &name))
            strbuf_add(&name, view_slice(value, 0, end));
        bool twice = last.size && view_equal(strbuf_view(&last), strbuf_view(&name)) && out->size &&
                     out->data[out->size - 1] == ',';
        if (twice)
            out->data[--out->size] = '\0';
        else
            strbuf_add(out, strbuf_view(&name));
        strbuf_clear(&last);
        strbuf_add(&last, strbuf_view(&name));
        strbuf_free(&name);
        if (end < value.size)
            strbuf_add_byte(out, value.data[end++]);
        value = view_slice(value, end, value.size);
    }
    strbuf_free(&last);
}

/* A word that is one of `flags`: its value in the next word, or behind '='. NULL: it is not. */
typedef struct FlagValue {
    size_t prefix; /* bytes of the word before the value */
    bool is_next;
} FlagValue;

static bool flag_match(const char *word, const char *const *flags, FlagValue *value)
{
    for (; *flags; flags++) {
        size_t size = strlen(*flags);
        if (strncmp(word, *flags, size) != 0 || (word[size] && word[size] != '='))
            continue;
        *value = (FlagValue){size + 1, !word[size]};
        return true;
    }
    return false;
}

/* Adds words[*at], which is a flag with targets, and its value. */
static void add_flag(const char *const *words, size_t count, size_t *at, FlagValue value,
                     int capability, TargetWords *out)
{
    StrBuf text = {0};
    const char *word = words[*at];
    if (value.is_next) {
        add_text(out, word);
        if (*at + 1 >= count)
            return;
        add_targets(view_of(words[++*at]), capability, &text);
    } else {
        strbuf_add(&text, (View){word, value.prefix});
        add_targets(view_of(word + value.prefix), capability, &text);
    }
    vec_push(out, strbuf_take(&text));
}

void target_nvrtc(const char *const *options, size_t count, int capability, TargetWords *out)
{
    static const char *const flags[] = {"--gpu-architecture", "-arch", "--arch",
                                        "-gpu-architecture", NULL};
    FlagValue value;
    for (size_t i = 0; i < count; i++) {
        if (flag_match(options[i], flags, &value))
            add_flag(options, count, &i, value, capability, out);
        else
            add_text(out, options[i]);
    }
}

/* What nvcc is asked for, as far as the name of its output depends on it. */
typedef struct Nvcc {
    bool cubin, has_output;
    const char *source;
} Nvcc;

static bool is_source(const char *word)
{
    const char *dot = strrchr(word, '.');
    return word[0] != '-' && dot && (!strcmp(dot, ".cu") || !strcmp(dot, ".ptx"));
}

static void note_word(Nvcc *nvcc, const char *word)
{
    static const char *const outputs[] = {"-o", "--output-file", NULL};
    static const char *const cubins[] = {"-cubin", "--cubin", NULL};
    FlagValue value;
    nvcc->has_output |= flag_match(word, outputs, &value);
    nvcc->cubin |= is_one_of(view_of(word), cubins);
    if (is_source(word))
        nvcc->source = word;
}

/* The file that nvcc --cubin would have written: kernel.cubin here for dir/kernel.cu. */
static void add_output(const Nvcc *nvcc, TargetWords *out)
{
    const char *slash = strrchr(nvcc->source, '/');
    const char *base = slash ? slash + 1 : nvcc->source;
    StrBuf name = {0};
    strbuf_format(&name, "%.*s.cubin", (int)(strrchr(base, '.') - base), base);
    add_text(out, "-o");
    vec_push(out, strbuf_take(&name));
}

void target_nvcc(const char *const *arguments, size_t count, int capability, TargetWords *out)
{
    static const char *const flags[] = {"-arch",    "--gpu-architecture", "-code", "--gpu-code",
                                        "-gencode", "--generate-code",    NULL};
    Nvcc nvcc = {0};
    FlagValue value;
    for (size_t i = 0; i < count; i++) {
        note_word(&nvcc, arguments[i]);
        if (flag_match(arguments[i], flags, &value))
            add_flag(arguments, count, &i, value, capability, out);
        else if (!strcmp(arguments[i], "-cubin") || !strcmp(arguments[i], "--cubin"))
            add_text(out, "-ptx");
        else
            add_text(out, arguments[i]);
    }
    if (nvcc.cubin && !nvcc.has_output && nvcc.source)
        add_output(&nvcc, out);
}

void target_words_free(TargetWords *words)
{
    for (size_t i = 0; i < words->size; i++)
        free(words->data[i]);
    vec_free(words);
}
