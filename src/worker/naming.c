/* Findings with names, and of barriers that are gone around, from a run of the source compiled with
 * debug information. */
#include "worker/naming.h"

#include <string.h>

#include "compile/branch_barrier.h"
#include "compile/unset.h"
#include "worker/again.h"
#include "worker/collect.h"

/* Code that isn't optimised runs several times as many instructions. A long launch is run again for
 * the names only. */
enum { LONGER = 30, LEAST = 1 << 20, MOST = 1 << 28, LOOK_MOST = 1 << 23 };

static bool is_unset(const Finding *finding)
{
    return !strcmp(finding->rule, "uninitialised-variable") ||
           !strcmp(finding->rule, "uninitialised-local");
}

static bool is_named(const Finding *finding)
{
    return is_unset(finding) && finding->variable && *finding->variable;
}

static bool lacks_names(const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (is_unset(&result->findings.data[i]) && !is_named(&result->findings.data[i]))
            return true;
    return false;
}

/* An array may be in registers in one of the two programs only: the rules need not be equal. */
static bool at_same_line(const Finding *a, const Finding *b)
{
    return is_unset(a) && is_unset(b) && a->place.file && b->place.file &&
           !strcmp(a->place.file, b->place.file) && a->place.line == b->place.line;
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

/* The finding with a name stands in for one without, or beside the others; `named` keeps what is to
 * be freed. */
static void take(const Worker *worker, Finding *named, RunResult *out)
{
    Finding *nameless = NULL;
    for (size_t i = 0; i < out->findings.size; i++) {
        Finding *finding = &out->findings.data[i];
        if (!at_same_line(finding, named))
            continue;
        if (is_named(finding) && !strcmp(finding->variable, named->variable))
            return;
        if (!is_named(finding) && (!nameless || !strcmp(finding->rule, named->rule)))
            nameless = finding;
    }
    if (nameless) {
        Finding old = *nameless;
        *nameless = *named;
        nameless->repeats = old.repeats;
        *named = old;
    } else if (is_own(worker, named)) {
        vec_push(&out->findings, *named);
        *named = (Finding){0};
    }
}

static bool is_around(const Finding *finding)
{
    return !strcmp(finding->rule, "divergent-barrier");
}

static bool tells_around(const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (is_around(&result->findings.data[i]))
            return true;
    return false;
}

static void take_all(const Worker *worker, RunResult *named, RunResult *out)
{
    bool around = !tells_around(out);
    for (size_t i = 0; i < named->findings.size; i++) {
        Finding *finding = &named->findings.data[i];
        if (is_named(finding)) {
            take(worker, finding, out);
        } else if (around && is_around(finding) && is_own(worker, finding)) {
            vec_push(&out->findings, *finding);
            *finding = (Finding){0};
        }
    }
}

static uint64_t budget_of(const RunMessage *message, uint64_t instructions)
{
    uint64_t budget = instructions < MOST / LONGER ? LONGER * instructions + LEAST : MOST;
    return message->budget && message->budget < budget ? message->budget : budget;
}

/* False: it did not end well. */
static bool run_named(Again *again, const char *ptx, const char *symbol, RunResult *out)
{
    const CulabSimApi *sim = again->worker->device.sim;
    CulabSimLaunchStatus before, after;
    RunResult named = {0};
    bool launched = false;
    if (again_load(again, ptx, symbol) != CUDA_SUCCESS)
        return true;
    again_set_options(again, again->message->checks & (CULAB_SIM_CHECK_INIT | CULAB_SIM_CHECK_SYNC),
                      budget_of(again->message, out->thread_instructions));
    if (again_upload(again) != CUDA_SUCCESS)
        return true;
    sim->last_launch(&before);
    CUresult result = again_launch(again, &launched);
    sim->last_launch(&after);
    if (after.launch != before.launch)
        collect_findings(sim, after.launch, &named);
    take_all(again->worker, &named, out);
    run_result_free(&named);
    return !launched || result == CUDA_SUCCESS;
}

static bool is_wanted(const Worker *worker, uint32_t checks, const RunResult *out)
{
    View source = {worker->source, worker->source_size};
    bool init = checks & CULAB_SIM_CHECK_INIT, sync = checks & CULAB_SIM_CHECK_SYNC;
    if (init && lacks_names(out))
        return true;
    return out->thread_instructions <= LOOK_MOST &&
           ((init && source_has_unset(source)) ||
            (sync && !tells_around(out) && source_has_barrier_in_branch(source)));
}

bool naming_improve(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out)
{
    Again again = {.worker = worker, .message = message, .sequence = sequence};
    Compiled *named = &worker->named;
    bool good = true;
    if (!worker->device.sim || !worker->source || !worker->compiler.open ||
        !is_wanted(worker, message->checks, out))
        return true;
    if (!named->result.trouble) /* not compiled so far */
        compiler_compile(&worker->compiler, worker->source_file,
                         (View){worker->source, worker->source_size}, CODE_NAMED, named);
    if (named->ptx)
        good = run_named(&again, named->ptx, symbol, out);
    again_end(&again);
    return good;
}
