/* Looks through a source, word by word, for what it does with the name printf. */
#include "compile/print_use.h"

#include <ctype.h>
#include <string.h>

typedef struct Scan {
    View source;
    size_t at;
    View word;     /* the word or the character read last */
    View previous; /* the one before it */
    View earlier;  /* and the one before that */
} Scan;

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static char byte_at(const Scan *scan, size_t at)
{
    return at < scan->source.size ? scan->source.data[at] : '\0';
}

static size_t end_of(const Scan *scan, size_t from, const char *text)
{
    View rest = view_slice(scan->source, from, scan->source.size);
    const char *found = rest.size ? memmem(rest.data, rest.size, text, strlen(text)) : NULL;
    return found ? (size_t)(found - scan->source.data) + strlen(text) : scan->source.size;
}

static size_t end_of_quoted(const Scan *scan, size_t at)
{
    char quote = scan->source.data[at++];
    while (at < scan->source.size && scan->source.data[at] != quote &&
           scan->source.data[at] != '\n')
        at += scan->source.data[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* R"delimiter( ... )delimiter" */
static size_t end_of_raw(const Scan *scan, size_t at)
{
    char end[20] = ")";
    size_t size = 1;
    for (at++; byte_at(scan, at) != '(' && size < 17; at++)
        end[size++] = byte_at(scan, at);
    end[size] = '"';
    return end_of(scan, at, end);
}

static bool skip_other(Scan *scan)
{
    char byte = byte_at(scan, scan->at), next = byte_at(scan, scan->at + 1);
    bool raw = scan->word.size && scan->at && is_word(scan->source.data[scan->at - 1]) &&
               scan->word.data[scan->word.size - 1] == 'R';
    if (byte == '/' && next == '/')
        scan->at = end_of(scan, scan->at, "\n");
    else if (byte == '/' && next == '*')
        scan->at = end_of(scan, scan->at + 2, "*/");
    else if (byte == '"' && raw)
        scan->at = end_of_raw(scan, scan->at);
    else if (byte == '"' || (byte == '\'' && !is_word(scan->at ? byte_at(scan, scan->at - 1) : 0)))
        scan->at = end_of_quoted(scan, scan->at);
    else if (isspace((unsigned char)byte) || byte == '\\' || byte == '\0' || byte == '\'')
        scan->at++;
    else
        return false;
    return true;
}

static bool next_word(Scan *scan)
{
    while (scan->at < scan->source.size && skip_other(scan))
        continue;
    if (scan->at >= scan->source.size)
        return false;
    size_t from = scan->at++;
    bool word = is_word(scan->source.data[from]);
    while (word && is_word(byte_at(scan, scan->at)))
        scan->at++;
    scan->earlier = scan->previous;
    scan->previous = scan->word;
    scan->word = view_slice(scan->source, from, scan->at);
    return true;
}

static bool follows(View word, const char *const *words)
{
    for (; *words; words++)
        if (view_equal_text(word, *words))
            return true;
    return false;
}

/* `scan` stands at printf; what stands before it tells a call from a declaration or a member. */
static bool is_foreign(const Scan *scan, View before_that)
{
    static const char *const calls[] = {"return", "else", "do", "std", NULL};
    View before = scan->previous;
    if (before.size == 0)
        return false;
    if (view_equal_text(before, ".") ||
        (view_equal_text(before, ">") && view_equal_text(scan->earlier, "-")))
        return true;
    if (view_equal_text(before, ":") && view_equal_text(scan->earlier, ":"))
        return before_that.size && is_word(before_that.data[0]) && !follows(before_that, calls);
    return is_word(before.data[0]) && !follows(before, calls);
}

bool source_prints(View source)
{
    Scan scan = {.source = source};
    bool prints = false;
    View before = {0};
    while (next_word(&scan)) {
        if (view_equal_text(scan.word, "printf")) {
            Scan ahead = scan;
            bool call = next_word(&ahead) && view_equal_text(ahead.word, "(");
            bool defined =
                view_equal_text(scan.previous, "define") || view_equal_text(scan.previous, "undef");
            if (defined || (call && is_foreign(&scan, before)))
                return false;
            prints = prints || call;
        }
        before = scan.earlier;
    }
    return prints;
}
