/* Findings with names, and of barriers that are gone around, from a run of the source compiled with
 * debug information. */
#include "worker/naming.h"

#include <string.h>

#include "compile/branch_barrier.h"
#include "compile/parts.h"
#include "compile/unset.h"
#include "compile/vanished.h"
#include "worker/again.h"
#include "worker/merge.h"

/* Code that isn't optimised runs several times as many instructions. A long launch is run again for
 * the names only. */
enum { LONGER = 30, LEAST = 1 << 20, MOST = 1 << 28, LOOK_MOST = 1 << 23, HURRY_MOST = 1 << 20 };

static uint64_t budget_of(const RunMessage *message, uint64_t instructions)
{
    uint64_t budget = instructions < MOST / LONGER ? LONGER * instructions + LEAST : MOST;
    return message->budget && message->budget < budget ? message->budget : budget;
}

static View source_of(const Worker *worker)
{
    return (View){worker->source, worker->source_size};
}

static bool returns_early(const Worker *worker)
{
    return source_has_return_in_branch(source_of(worker));
}

static bool has_vanished(const Worker *worker)
{
    VanishedList names = {0};
    source_vanished(source_of(worker), view_of(worker->compiled.ptx), &names);
    bool some = names.size > 0;
    vec_free(&names);
    return some;
}

/* False: it did not end well. */
static bool run_named(Again *again, const char *ptx, const char *symbol, RunResult *out)
{
    RunResult named = {0};
    bool launched;
    /* With the same checks: others would forget who wrote what in the judged run. */
    CUresult result = again_observe(
        again, ptx, symbol, (again->message->checks & CULAB_SIM_CHECK_ALL) | CULAB_SIM_DOUBTFUL,
        budget_of(again->message, out->thread_instructions), &named, &launched);
    bool good = launched && result == CUDA_SUCCESS;
    if (good && returns_early(again->worker))
        findings_doubt_around(&named, out);
    findings_merge(again->worker, &named, out);
    run_result_free(&named);
    return !launched || good;
}

static bool is_wanted(const Worker *worker, const RunMessage *message, const RunResult *out)
{
    View source = source_of(worker);
    uint64_t instructions = out->thread_instructions;
    bool race = message->checks & CULAB_SIM_CHECK_RACE;
    bool init = message->checks & CULAB_SIM_CHECK_INIT;
    bool sync = message->checks & CULAB_SIM_CHECK_SYNC;
    bool memory = message->checks & CULAB_SIM_CHECK_MEMORY;
    if (init && findings_lack_names(out))
        return true;
    if (instructions > LOOK_MOST)
        return false;
    return (init && source_has_unset(source)) || ((init || race) && has_vanished(worker)) ||
           (sync && (findings_tell_around(out) ? returns_early(worker)
                                               : source_has_barrier_in_branch(source))) ||
           (memory && (!message->hurry || instructions <= HURRY_MOST) && source_has_array(source));
}

/* Once for a source. NULL: it does not compile so. */
static const char *named_ptx(Worker *worker)
{
    Compiled *named = &worker->named;
    View source = source_of(worker);
    if (named->result.trouble)
        return named->ptx;
    compiler_compile(&worker->compiler, worker->source_file, source, CODE_NAMED | CODE_REVEALED,
                     named);
    if (named->ptx)
        return named->ptx;
    compiled_free(named);
    compiler_compile(&worker->compiler, worker->source_file, source, CODE_NAMED, named);
    return named->ptx;
}

static bool can_name(const Worker *worker)
{
    return worker->device.sim && worker->source && worker->compiler.open;
}

/* Whether what is here only for names would be made later on anyway. */
static bool is_worth_it(const Worker *worker)
{
    const RunMessage *message = &worker->run;
    return !message->hurry ||
           ((message->checks & CULAB_SIM_CHECK_MEMORY) && source_has_array(source_of(worker)));
}

static const char *twin_of(void *state, int at_hand)
{
    Worker *worker = state;
    if (!can_name(worker) || worker->named.result.trouble)
        return worker->named.ptx;
    return source_has_parts(source_of(worker)) && (!at_hand || is_worth_it(worker))
               ? named_ptx(worker)
               : NULL;
}

void naming_offer(Worker *worker)
{
    if (worker->device.sim)
        worker->device.sim->set_twin(worker, twin_of);
}

static bool improve(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out)
{
    Again again = {.worker = worker, .message = message, .sequence = sequence};
    const char *ptx = named_ptx(worker);
    bool good = !ptx || run_named(&again, ptx, symbol, out);
    again_end(&again);
    return good;
}

bool naming_improve(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out)
{
    return !can_name(worker) || !is_wanted(worker, message, out) ||
           improve(worker, message, sequence, symbol, out);
}

/* Out of bounds, and of no buffer: those have names. */
static bool is_nameless_fault(const Finding *finding)
{
    return finding->fatal && !strcmp(finding->rule, "out-of-bounds") && finding->text &&
           strstr(finding->text, "of local memory");
}

static bool is_explainable(const Worker *worker, const RunMessage *message, const RunResult *out)
{
    bool fault = false;
    for (size_t i = 0; i < out->findings.size; i++)
        fault |= is_nameless_fault(&out->findings.data[i]);
    return fault && (message->checks & CULAB_SIM_CHECK_MEMORY) &&
           out->thread_instructions <= LOOK_MOST && source_has_array(source_of(worker));
}

void naming_explain(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, RunResult *out)
{
    if (!can_name(worker) || !is_explainable(worker, message, out))
        return;
    worker_forget_runs(worker, true);
    for (size_t i = 0; i < worker->buffers.size; i++)
        worker->buffers.data[i].base = worker->buffers.data[i].data = 0;
    if (device_reset(&worker->device))
        improve(worker, message, sequence, symbol, out);
}
