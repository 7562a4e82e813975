/* A mutator for PTX: lines, words and numbers are moved about and replaced, so that what comes out
 * still parses more often than if bytes were changed. Every fourth mutation is libFuzzer's own. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

typedef struct Text {
    char *data;
    size_t size, max;
    uint64_t random;
} Text;

typedef struct Range {
    size_t at, size;
} Range;

static const char *const numbers[] = {
    "0",   "1",    "-1",   "2",    "3",     "4",     "7",          "8",          "15",
    "16",  "31",   "32",   "33",   "63",    "64",    "127",        "128",        "255",
    "256", "1024", "4095", "4096", "65535", "65536", "0x7fffffff", "4294967295", "16777216",
};
static const char *const suffixes[] = {
    ".u8",          ".u16",     ".u32",
    ".u64",         ".s8",      ".s32",
    ".s64",         ".f16",     ".f16x2",
    ".bf16",        ".f32",     ".f64",
    ".b8",          ".b16",     ".b32",
    ".b64",         ".b128",    ".pred",
    ".v2",          ".v4",      ".v8",
    ".global",      ".shared",  ".local",
    ".const",       ".param",   ".cta",
    ".cluster",     ".gpu",     ".sys",
    ".acquire",     ".release", ".relaxed",
    ".volatile",    ".sat",     ".ftz",
    ".rn",          ".rz",      ".wide",
    ".lo",          ".hi",      ".uni",
    ".sync",        ".aligned", ".1d",
    ".2d",          ".3d",      ".a2d",
    ".cube",        ".trap",    ".clamp",
    ".zero",        ".add",     ".cas",
    ".exch",        ".min",     ".shared::cluster",
    ".shared::cta",
};

#define PICK(text, list) (list)[pick(text, sizeof(list) / sizeof *(list))]

static size_t pick(Text *text, size_t count)
{
    text->random = text->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return count ? (size_t)(text->random >> 33) % count : 0;
}

static void replace(Text *text, Range old, const char *with, size_t size)
{
    if (text->size - old.size + size > text->max)
        return;
    memmove(text->data + old.at + size, text->data + old.at + old.size,
            text->size - old.at - old.size);
    memcpy(text->data + old.at, with, size);
    text->size += size - old.size;
}

static Range random_line(Text *text)
{
    size_t from = pick(text, text->size), to = from;
    while (from && text->data[from - 1] != '\n')
        from--;
    while (to < text->size && text->data[to] != '\n')
        to++;
    return (Range){from, to - from + (to < text->size)};
}

static int in_word(int c)
{
    return isalnum(c) || c == '_' || c == '%' || c == '$';
}

static int in_number(int c)
{
    return isdigit(c);
}

static int in_suffix(int c)
{
    return isalnum(c) || c == ':';
}

/* The next run of such characters at or after a random place. */
static Range random_run(Text *text, int (*in)(int c))
{
    size_t from = pick(text, text->size), to;
    while (from < text->size && !in((unsigned char)text->data[from]))
        from++;
    for (to = from; to < text->size && in((unsigned char)text->data[to]);)
        to++;
    return (Range){from, to - from};
}

/* A copy of a part of the text in the place of another. */
static void put_copy(Text *text, Range from, Range to)
{
    char *copy = malloc(from.size + 1);
    memcpy(copy, text->data + from.at, from.size);
    replace(text, to, copy, from.size);
    free(copy);
}

static void put_suffix(Text *text)
{
    Range old = random_run(text, in_suffix);
    const char *with = PICK(text, suffixes);
    if (old.at && text->data[old.at - 1] == '.')
        replace(text, (Range){old.at - 1, old.size + 1}, with, strlen(with));
}

static void change(Text *text)
{
    const char *number = PICK(text, numbers);
    Range line = random_line(text);
    switch (pick(text, 8)) {
    case 0:
    case 1:
        replace(text, random_run(text, in_number), number, strlen(number));
        return;
    case 2:
        put_copy(text, line, (Range){random_line(text).at, 0});
        return;
    case 3:
        replace(text, line, "", 0);
        return;
    case 4:
        put_copy(text, line, random_line(text));
        return;
    case 5:
    case 6:
        put_copy(text, random_run(text, in_word), random_run(text, in_word));
        return;
    default:
        put_suffix(text);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    Text text = {(char *)data, size, max_size, seed};
    if (!size || pick(&text, 4) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (size_t left = pick(&text, 3) + 1; left && text.size; left--)
        change(&text);
    return text.size;
}
