/* Barriers and returns in branches, found in the text of a source. */
#include "compile/branch_barrier.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>

#include "compile/scan.h"

enum { DEPTH_MAX = 64 };

typedef struct Scan {
    const char *at, *end;
    bool branch[DEPTH_MAX + 1]; /* whether the braces at this depth are in one */
    uint32_t depth;
    bool pending;       /* an if or else was met, and its statement has not ended */
    const char *wanted; /* how the word begins that is looked for */
} Scan;

static void skip_parentheses(Scan *scan)
{
    uint32_t depth = 0;
    while (scan->at < scan->end) {
        if (scan_skip(&scan->at, scan->end))
            continue;
        depth += *scan->at == '(';
        depth -= *scan->at == ')';
        scan->at++;
        if (depth == 0)
            return;
    }
}

static View take_word(Scan *scan)
{
    const char *from = scan->at;
    while (scan->at < scan->end && (isalnum((unsigned char)*scan->at) || *scan->at == '_'))
        scan->at++;
    return (View){from, (size_t)(scan->at - from)};
}

static bool in_branch(const Scan *scan)
{
    return scan->pending || scan->branch[scan->depth < DEPTH_MAX ? scan->depth : DEPTH_MAX];
}

static void open_brace(Scan *scan)
{
    bool branch = in_branch(scan);
    scan->depth++;
    if (scan->depth <= DEPTH_MAX)
        scan->branch[scan->depth] = branch;
    scan->pending = false;
}

/* "return" without a value: of a kernel, or of a function that is called for what it does. */
static bool is_wanted(const Scan *scan, View word)
{
    const char *at = scan->at;
    while (at < scan->end && isspace((unsigned char)*at))
        at++;
    bool returns = view_equal_text(word, "return");
    return view_starts(word, scan->wanted) && (!returns || (at < scan->end && *at == ';'));
}

/* True: what is wanted, in a branch. */
static bool take(Scan *scan)
{
    char sign = *scan->at;
    if (isalnum((unsigned char)sign) || sign == '_') {
        View word = take_word(scan);
        if (view_equal_text(word, "if") || view_equal_text(word, "else"))
            scan->pending = true;
        return is_wanted(scan, word) && in_branch(scan);
    }
    if (sign == '(') {
        skip_parentheses(scan);
        return false;
    }
    if (sign == '{')
        open_brace(scan);
    else if (sign == '}' && scan->depth > 0)
        scan->depth--;
    if (sign == ';' || sign == '}')
        scan->pending = false;
    scan->at++;
    return false;
}

static bool has_in_branch(View source, const char *wanted)
{
    Scan scan = {.at = source.data, .end = source.data + source.size, .wanted = wanted};
    while (scan.at < scan.end)
        if (!scan_skip(&scan.at, scan.end) && take(&scan))
            return true;
    return false;
}

bool source_has_barrier_in_branch(View source)
{
    return has_in_branch(source, "__syncthreads");
}

bool source_has_return_in_branch(View source)
{
    return has_in_branch(source, "return");
}
