/* Barriers in branches, found in the text of a source. */
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
    bool pending; /* an if or else was met, and its statement has not ended */
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

/* True: a barrier in a branch. */
static bool take(Scan *scan)
{
    char sign = *scan->at;
    if (isalnum((unsigned char)sign) || sign == '_') {
        View word = take_word(scan);
        if (view_equal_text(word, "if") || view_equal_text(word, "else"))
            scan->pending = true;
        return view_starts(word, "__syncthreads") && in_branch(scan);
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

bool source_has_barrier_in_branch(View source)
{
    Scan scan = {.at = source.data, .end = source.data + source.size};
    while (scan.at < scan.end)
        if (!scan_skip(&scan.at, scan.end) && take(&scan))
            return true;
    return false;
}
