/* Findings with names, put among those without. */
#include "worker/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compile/unset.h"
#include "compile/vanished.h"

static bool is_unset(const Finding *finding)
{
    return !strcmp(finding->rule, "uninitialised-variable") ||
           !strcmp(finding->rule, "uninitialised-local");
}

static bool is_named(const Finding *finding)
{
    return is_unset(finding) && finding->variable && *finding->variable;
}

bool findings_lack_names(const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (is_unset(&result->findings.data[i]) && !is_named(&result->findings.data[i]))
            return true;
    return false;
}

static bool is_same_line(const Place *a, const Place *b)
{
    return a->file && b->file && !strcmp(a->file, b->file) && a->line == b->line;
}

static bool at_same_line(const Finding *a, const Finding *b)
{
    return is_same_line(&a->place, &b->place);
}

/* Optimised code may compute in the line of the use what the other program kept in local memory. */
static bool is_same_use(const Finding *finding, const Finding *named)
{
    return at_same_line(finding, named) ||
           (named->has_other && !strcmp(named->rule, "uninitialised-local") &&
            is_same_line(&finding->place, &named->other_place));
}

/* `named` is empty then. */
static void add(RunResult *out, Finding *named)
{
    vec_push(&out->findings, *named);
    *named = (Finding){0};
}

/* `named` keeps what is to be freed. */
static void stand_in(Finding *finding, Finding *named)
{
    Finding old = *finding;
    *finding = *named;
    finding->repeats = old.repeats;
    *named = old;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* In the learner's own source: what headers do with their variables is their business. */
static bool is_own(const Worker *worker, const Finding *finding)
{
    return finding->place.file &&
           !strcmp(last_part(finding->place.file), last_part(worker->source_file));
}

/* -- arrays */

static bool is_past_array(const Finding *finding)
{
    return !strcmp(finding->rule, "out-of-bounds") && finding->variable && *finding->variable;
}

/* What an index goes into: "head" of "p.head[3]", "m" of "m[1][5]". */
static View indexed_name(const char *variable)
{
    const char *end = variable + strlen(variable);
    while (end > variable && end[-1] == ']')
        while (end > variable && *--end != '[')
            ;
    const char *begin = end;
    while (begin > variable && begin[-1] != '.' && begin[-1] != '>' && begin[-1] != ']')
        begin--;
    return (View){begin, (size_t)(end - begin)};
}

/* Past an array that is part of something: it counts where the source has an index into that array,
 * and not into all of it, or a copy. */
static bool is_confirmed(const Worker *worker, const Finding *finding)
{
    View name = indexed_name(finding->variable);
    bool part = name.data != finding->variable || strstr(finding->variable, "][");
    return !part ||
           source_has_index((View){worker->source, worker->source_size}, finding->place.line, name);
}

/* What was found at the same line by the same rule; NULL: nothing. */
static Finding *same_of(RunResult *out, const Finding *finding)
{
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding *one = &out->findings.data[i];
        if (!strcmp(one->rule, finding->rule) && at_same_line(one, finding))
            return one;
    }
    return NULL;
}

/* What ended the launch, in words that name the array. */
static void explain(Finding *fatal, Finding *named, RunResult *out)
{
    if (out->error_text && fatal->text && !strcmp(out->error_text, fatal->text)) {
        free(out->error_text);
        out->error_text = memory_clone_text(named->text);
    }
    stand_in(fatal, named);
    fatal->fatal = true;
}

static void take_past_array(const Worker *worker, Finding *named, RunResult *out)
{
    Finding *same = same_of(out, named);
    if (!is_own(worker, named) || !is_confirmed(worker, named))
        return;
    if (same && same->fatal && !(same->variable && *same->variable)) {
        explain(same, named, out);
    } else if (!same && out->status == LAUNCH_OK) {
        add(out, named);
    }
}

/* -- variables that were not set */

/* The finding with a name stands in for one without, or beside the others. An array may be in
 * registers in one of the two programs only: the rules need not be equal. */
static void take(const Worker *worker, Finding *named, RunResult *out)
{
    Finding *nameless = NULL;
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding *finding = &out->findings.data[i];
        if (!is_unset(finding) || !is_same_use(finding, named))
            continue;
        if (is_named(finding) && !strcmp(finding->variable, named->variable))
            return;
        if (!is_named(finding) && (!nameless || !strcmp(finding->rule, named->rule)))
            nameless = finding;
    }
    if (nameless)
        stand_in(nameless, named);
    else if (is_own(worker, named))
        add(out, named);
}

/* One without a name is told where nothing else of the kind is: code that isn't optimised has what
 * the optimiser made away with, and no place for a variable that is never set. */
static void take_nameless(const Worker *worker, Finding *found, RunResult *out)
{
    for (size_t i = 0; i < out->findings.size; i++)
        if (is_unset(&out->findings.data[i]) && at_same_line(&out->findings.data[i], found))
            return;
    if (is_own(worker, found))
        add(out, found);
}

/* -- barriers that are gone around */

static bool is_around(const Finding *finding)
{
    return !strcmp(finding->rule, "divergent-barrier");
}

bool findings_tell_around(const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (is_around(&result->findings.data[i]))
            return true;
    return false;
}

static void take_around(const Worker *worker, Finding *named, RunResult *out)
{
    if (out->status != LAUNCH_OK || !is_own(worker, named))
        return;
    add(out, named);
}

void findings_doubt_around(const RunResult *named, RunResult *out)
{
    size_t kept = 0;
    if (findings_tell_around(named))
        return;
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding *finding = &out->findings.data[i];
        if (is_around(finding))
            finding_free(finding);
        else
            out->findings.data[kept++] = *finding;
    }
    out->findings.size = kept;
}

/* -- shared memory that optimised code doesn't have */

static bool is_of(const Finding *finding, const VanishedList *names)
{
    static const char *const rules[] = {"uninitialised-shared", "shared-race", "shared-same-value"};
    bool shared = false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        shared |= !strcmp(finding->rule, rules[i]);
    for (size_t i = 0; shared && finding->text && i < names->size; i++)
        if (text_has_word(view_of(finding->text), names->data[i]))
            return true;
    return false;
}

static void take_vanished(const Worker *worker, RunResult *named, RunResult *out)
{
    VanishedList names = {0};
    source_vanished((View){worker->source, worker->source_size}, view_of(worker->compiled.ptx),
                    &names);
    for (size_t i = 0; i < named->findings.size && names.size && out->status == LAUNCH_OK; i++) {
        Finding *finding = &named->findings.data[i];
        if (finding->rule && is_own(worker, finding) && is_of(finding, &names) &&
            !same_of(out, finding))
            add(out, finding);
    }
    vec_free(&names);
}

void findings_merge(const Worker *worker, RunResult *named, RunResult *out)
{
    bool around = !findings_tell_around(out);
    for (size_t i = 0; i < named->findings.size; i++) {
        Finding *finding = &named->findings.data[i];
        if (is_past_array(finding))
            take_past_array(worker, finding, out);
        else if (is_named(finding) && out->status == LAUNCH_OK)
            take(worker, finding, out);
        else if (!strcmp(finding->rule, "uninitialised-variable") && out->status == LAUNCH_OK)
            take_nameless(worker, finding, out);
        else if (around && is_around(finding))
            take_around(worker, finding, out);
    }
    take_vanished(worker, named, out);
}

/* Rules whose breach is the cause of what else is found: a barrier that not all threads come to
 * makes races, and places that are read before they are written. */
static bool is_cause(const Finding *finding)
{
    static const char *const rules[] = {"divergent-barrier", "invalid-barrier", "missing-lanes",
                                        "inactive-source"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(finding->rule, rules[i]))
            return true;
    return false;
}

void findings_order(RunResult *out)
{
    size_t causes = 0;
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding finding = out->findings.data[i];
        if (!is_cause(&finding))
            continue;
        memmove(out->findings.data + causes + 1, out->findings.data + causes,
                (i - causes) * sizeof finding);
        out->findings.data[causes++] = finding;
    }
}
