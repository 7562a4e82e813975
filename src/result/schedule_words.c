/* A schedule told in sentences. */
#include <inttypes.h>

#include "result/schedule.h"

static void add_time(StrBuf *out, double ns)
{
    if (ns < 1e3)
        strbuf_format(out, "%.0f ns", ns);
    else if (ns < 1e6)
        strbuf_format(out, "%.3g us", ns / 1e3);
    else
        strbuf_format(out, "%.3g ms", ns / 1e6);
}

static void add_waves(const Schedule *schedule, StrBuf *out)
{
    uint64_t places = (uint64_t)schedule->per_sm * schedule->sms;
    strbuf_format(out,
                  "%" PRIu64 " block%s, %" PRIu32 " at once on each of %" PRIu32 " SMs: %" PRIu64
                  " in a wave, ",
                  schedule->blocks, schedule->blocks == 1 ? "" : "s", schedule->per_sm,
                  schedule->sms, places);
    if (schedule->waves <= 1)
        strbuf_add_text(out, "so one wave\n");
    else
        strbuf_format(out, "%.4g waves\n", schedule->waves);
    const char *which = schedule->waves <= 1 ? "it" : "the last wave";
    if (schedule->last_blocks == places)
        strbuf_format(out, "%s is full: nothing is lost to its size\n", which);
    else
        strbuf_format(
            out, "%s fills %" PRIu32 " of %" PRIu32 " SMs: %" PRIu64 " of %" PRIu64 " places\n",
            which, schedule->last_sms, schedule->sms, schedule->last_blocks, places);
}

static void add_tail(const Schedule *schedule, StrBuf *out)
{
    if (!(schedule->total_ns > 0))
        return;
    strbuf_add_text(out, "tail: the last ");
    add_time(out, schedule->tail_ns);
    strbuf_format(out, " (%.0f %% of all) uses %.0f %% of the places; on average %.0f %%\n",
                  100 * schedule->tail_ns / schedule->total_ns, 100 * schedule->tail_filled,
                  100 * schedule->filled);
}

static void add_blocks(const Schedule *schedule, StrBuf *out)
{
    strbuf_add_text(out, "a block takes ");
    add_time(out, schedule->median_ns);
    strbuf_add_text(out, " (median), ");
    add_time(out, schedule->least_ns);
    strbuf_add_text(out, " to ");
    add_time(out, schedule->most_ns);
    strbuf_add_text(out, "; all take ");
    add_time(out, schedule->total_ns);
    if (schedule->median_ns > 0 && schedule->most_ns > 2 * schedule->median_ns)
        strbuf_format(out, "; uneven: %.1f times", schedule->most_ns / schedule->median_ns);
    strbuf_add_byte(out, '\n');
}

static void add_source(const Schedule *schedule, StrBuf *out)
{
    if (schedule->simulated) {
        strbuf_add_text(out, "by rule from each block's instructions on the simulator: no real "
                             "time\n");
        return;
    }
    strbuf_add_text(out, "stamped in a run of its own");
    if (schedule->tick_ns > 0) {
        strbuf_add_text(out, "; the GPU's clock goes by steps of ");
        add_time(out, schedule->tick_ns);
    }
    strbuf_add_byte(out, '\n');
    if (schedule->plain_sm && schedule->plain_sm != schedule->per_sm)
        strbuf_format(
            out, "the stamps take registers: without them an SM holds %" PRIu32 " blocks at once\n",
            schedule->plain_sm);
}

void schedule_add_words(const Schedule *schedule, StrBuf *out)
{
    if (schedule->trouble) {
        strbuf_format(out, "no schedule of the blocks: %s\n", schedule->trouble);
        return;
    }
    if (schedule->blocks == 0)
        return;
    add_waves(schedule, out);
    add_tail(schedule, out);
    add_blocks(schedule, out);
    if (schedule->unseen)
        strbuf_format(out, "%" PRIu64 " blocks left no stamps and are not counted\n",
                      schedule->unseen);
    add_source(schedule, out);
}
