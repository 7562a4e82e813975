/* Copies what the simulator's callbacks tell into results. */
#include "worker/collect.h"

#include <string.h>

#include "base/clock.h"

enum {
    BATCH_BYTES = 256 << 10,
    BATCH_NS = 50 * 1000000, /* what was printed is seen while the kernel runs */
    FINDINGS_KEPT = 2000,
    METRICS_KEPT = 50000,
    ACCESSES_KEPT = 500,
    TEXT_KEPT = 4096, /* bytes of a finding's text */
    PRINT_KEPT = 64 << 10,
};

static Dim3 dim3_of(const uint32_t at[3])
{
    return (Dim3){at[0], at[1], at[2]};
}

void print_sender_add(PrintSender *sender, const PrintRecord *record)
{
    PrintRecord kept = *record;
    if (kept.size > PRINT_KEPT) {
        kept.size = PRINT_KEPT;
        kept.malformed = true;
    }
    print_batch_add(&sender->batch, &kept);
    if (sender->batch.bytes.size > BATCH_BYTES)
        print_sender_flush(sender, 0);
}

/* While the kernel runs. */
static void add_in_time(PrintSender *sender, const PrintRecord *record)
{
    print_sender_add(sender, record);
    if (clock_now_ns() - sender->last_ns > BATCH_NS)
        print_sender_flush(sender, 0);
}

void print_sender_take(void *state, const CulabSimPrint *print)
{
    PrintRecord record = {
        .block = dim3_of(print->who.block),
        .thread = dim3_of(print->who.thread),
        .attributed = true,
        .malformed = print->malformed != 0,
        .line = print->where.line,
        .text = print->text,
        .size = print->size,
    };
    add_in_time(state, &record);
}

void print_sender_take_text(PrintSender *sender, View text)
{
    View line;
    while (text.size > 0 && view_split(&text, '\n', &line))
        print_sender_add(sender, &(PrintRecord){.text = line.data,
                                                .size = line.size + (text.data != NULL ? 1u : 0u)});
}

void print_sender_flush(PrintSender *sender, uint64_t lost)
{
    PrintBatch *batch = &sender->batch;
    sender->last_ns = clock_now_ns();
    sender->sent += batch->count;
    if (batch->count > 0 || lost > 0)
        port_send(sender->port, MESSAGE_PRINTS, sender->sequence, print_batch_end(batch, lost));
    print_batch_clear(batch);
}

void print_sender_free(PrintSender *sender)
{
    print_batch_free(&sender->batch);
}

static char *text_of(const char *text)
{
    if (!text)
        return memory_clone_text("");
    return memory_clone_bytes(text, strnlen(text, TEXT_KEPT));
}

static Place place_of(const CulabSimPlace *place)
{
    return (Place){text_of(place->function), text_of(place->file), place->line};
}

typedef struct Collector {
    RunResult *run;
    uint64_t launch;
} Collector;

static void take_finding(void *state, const CulabSimFinding *from)
{
    Collector *collector = state;
    /* Grids that the kernel launched have higher numbers. */
    if (from->launch < collector->launch || collector->run->findings.size >= FINDINGS_KEPT)
        return;
    Finding finding = {
        .checker = text_of(from->checker),
        .rule = text_of(from->rule),
        .text = text_of(from->text),
        .fatal = from->fatal != 0,
        .block = dim3_of(from->who.block),
        .thread = dim3_of(from->who.thread),
        .place = place_of(&from->where),
        .has_other = from->has_other != 0,
        .other_block = dim3_of(from->other_who.block),
        .other_thread = dim3_of(from->other_who.thread),
        .other_place = place_of(&from->other_where),
        .address = from->address,
        .bytes = from->bytes,
        .repeats = from->repeats,
        .variable = from->variable ? text_of(from->variable) : NULL,
    };
    vec_push(&collector->run->findings, finding);
}

void collect_findings(const CulabSimApi *sim, uint64_t launch, RunResult *run)
{
    sim->findings(&(Collector){run, launch}, take_finding);
}

static void take_metric(void *state, const CulabSimMetric *from)
{
    Collector *collector = state;
    if (from->launch != collector->launch || collector->run->metrics.size >= METRICS_KEPT)
        return;
    Metric metric = {text_of(from->kernel), text_of(from->name), from->line, from->value,
                     from->ideal};
    vec_push(&collector->run->metrics, metric);
}

void collect_metrics(const CulabSimApi *sim, uint64_t launch, RunResult *run)
{
    sim->metrics(&(Collector){run, launch}, take_metric);
}

static void take_access(void *state, const CulabSimAccess *from)
{
    Collector *collector = state;
    if (from->launch != collector->launch || collector->run->accesses.size >= ACCESSES_KEPT)
        return;
    WarpAccess access = {
        .line = from->line,
        .block = dim3_of(from->block),
        .warp = from->warp,
        .kind = text_of(from->kind),
        .space = text_of(from->space),
        .name = text_of(from->name),
        .bytes = from->bytes,
        .mask = from->mask,
        .units = from->units,
        .ideal = from->ideal,
    };
    for (int lane = 0; lane < 32; lane++)
        access.address[lane] = from->address[lane];
    vec_push(&collector->run->accesses, access);
}

void collect_accesses(const CulabSimApi *sim, uint64_t launch, RunResult *run)
{
    sim->accesses(&(Collector){run, launch}, take_access);
}

enum { WRITERS_MOST = 4 };

void collect_writer(const CulabSimApi *sim, CUdeviceptr address, Writer *out)
{
    CulabSimWriter writers[WRITERS_MOST];
    *out = (Writer){0};
    int count = sim && address ? sim->writers(address, writers, WRITERS_MOST) : 0;
    for (int i = 0; i < count; i++) {
        Writer one = {.known = true,
                      .block = dim3_of(writers[i].who.block),
                      .thread = dim3_of(writers[i].who.thread),
                      .place = place_of(&writers[i].where)};
        if (i == 0)
            *out = one;
        else
            vec_push(&out->before, one);
    }
}
