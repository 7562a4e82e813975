/* A kernel in another order of its blocks and warps. */
#include "worker/order.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "worker/again.h"
#include "worker/collect.h"

/* A long launch is not run twice; LONGER and LEAST are for what waits longer in another order. */
enum { SEEDS = 2, LONGEST = 1 << 20, LONGER = 4, LEAST = 1 << 20 };

/* Threads that meet at barriers alone do the same in every order unless they race, and races are
 * found in any order: another one tells something only where threads meet by other ways. */
static bool asks_for_order(const char *ptx)
{
    static const char *const ways[] = {"atom.",     "\tred.",   " red.",     "activemask",
                                       "vote.",     "match.",   "shfl.",     "elect.",
                                       "volatile",  ".relaxed", ".acquire",  ".release",
                                       "mbarrier.", "cp.async", "%clock",    "%globaltimer",
                                       "%smid",     "%nsmid",   "nanosleep", "griddepcontrol"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strstr(ptx, ways[i]))
            return true;
    return false;
}

static bool is_wanted(const Worker *worker, const RunMessage *message, const RunResult *out)
{
    uint64_t blocks = (uint64_t)message->grid.x * message->grid.y * message->grid.z;
    uint64_t threads = (uint64_t)message->block.x * message->block.y * message->block.z;
    return worker->device.sim && worker->compiled.ptx && message->seed == 0 &&
           (message->checks & (CULAB_SIM_CHECK_RACE | RUN_ORDER)) && out->findings.size == 0 &&
           out->thread_instructions <= LONGEST &&
           (blocks > 1 || threads > 32 || strstr(worker->compiled.ptx, "activemask")) &&
           asks_for_order(worker->compiled.ptx);
}

static void add_remark(Finding *finding, uint64_t seed)
{
    StrBuf text = {0};
    if (!finding->text || !*finding->text)
        return;
    strbuf_format(&text, "%s (In another order of blocks and warps: --seed %llu.)", finding->text,
                  (unsigned long long)seed);
    free(finding->text);
    finding->text = strbuf_take(&text);
}

static void take_findings(RunResult *other, uint64_t seed, RunResult *out)
{
    for (size_t i = 0; i < other->findings.size; i++) {
        Finding *finding = &other->findings.data[i];
        add_remark(finding, seed);
        vec_push(&out->findings, *finding);
        *finding = (Finding){0};
    }
}

/* The buffers' first element that the two orders left different, told with its last writer. */
static bool tell_difference(const Again *again, const Buffer *one, const Buffer *other,
                            RunResult *out)
{
    const RunArgument *argument = &again->message->arguments.data[one->argument];
    const unsigned char *a = (const unsigned char *)(uintptr_t)one->data;
    const unsigned char *b = (const unsigned char *)(uintptr_t)other->data;
    size_t element = element_bytes(argument->type), at = 0;
    Writer writer = {0};
    StrBuf text = {0};
    if (one->bytes == 0 || memcmp(a, b, (size_t)one->bytes) == 0)
        return false;
    while (a[at] == b[at])
        at++;
    at -= at % element;
    collect_writer(again->worker->device.sim, one->data + at, &writer);
    strbuf_format(&text,
                  "%s[%zu] depends on the order in which blocks and warps run: with --seed %llu it "
                  "is another number. Nothing says which thread comes first.",
                  argument->name, at / element, (unsigned long long)again->seed);
    Finding finding = {.checker = memory_clone_text("synchronisation"),
                       .rule = memory_clone_text("order-dependent"),
                       .text = strbuf_take(&text),
                       .block = writer.block,
                       .thread = writer.thread,
                       .place = writer.place,
                       .address = one->data + at,
                       .bytes = (uint32_t)element};
    writer.place = (Place){0};
    writer_free(&writer);
    vec_push(&out->findings, finding);
    return true;
}

static void compare(const Again *again, RunResult *out)
{
    const BufferList *first = &again->worker->buffers;
    for (size_t i = 0; i < first->size && i < again->buffers.size; i++)
        if (tell_difference(again, &first->data[i], &again->buffers.data[i], out))
            return;
}

/* False: it did not end well. */
static bool run(Again *again, const char *symbol, RunResult *out)
{
    RunResult other = {0};
    bool launched;
    /* With the same checks: others would forget who wrote what in the judged run. */
    CUresult result = again_observe(again, again->worker->compiled.ptx, symbol,
                                    again->message->checks & CULAB_SIM_CHECK_ALL,
                                    LONGER * out->thread_instructions + LEAST, &other, &launched);
    take_findings(&other, again->seed, out);
    if (launched && result == CUDA_SUCCESS && other.findings.size == 0 &&
        (again->message->checks & RUN_ORDER))
        compare(again, out);
    run_result_free(&other);
    return !launched || result == CUDA_SUCCESS;
}

bool order_look(Worker *worker, const RunMessage *message, uint32_t sequence, const char *symbol,
                RunResult *out)
{
    bool good = true;
    if (!is_wanted(worker, message, out))
        return true;
    for (uint64_t seed = 1; seed <= SEEDS && good && out->findings.size == 0; seed++) {
        Again again = {.worker = worker, .message = message, .sequence = sequence, .seed = seed};
        good = run(&again, symbol, out);
        again_end(&again);
    }
    return good;
}
