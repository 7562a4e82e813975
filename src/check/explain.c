/* Elements that differ, each with the first cause that is proven of it. */
#include "check/explain.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "check/check.h"

static const char *const causes[] = {
    [CAUSE_UNKNOWN] = "not explained",
    [CAUSE_ORDER] = "order of the threads",
    [CAUSE_FUSED] = "fused multiply-add",
    [CAUSE_PRECISE] = "approximate functions",
    [CAUSE_APPROXIMATE] = "approximate instructions",
};

const char *value_cause_text(ValueCause cause)
{
    return causes[cause];
}

/* One element of all sources. */
typedef struct Element {
    const ValueSources *sources;
    size_t at, size;
} Element;

static bool equal(const Element *element, const unsigned char *a, const unsigned char *b)
{
    return !a || !b || memcmp(a + element->at, b + element->at, element->size) == 0;
}

static bool depends_on_order(const Element *element)
{
    const ValueSources *sources = element->sources;
    for (int i = 0; i < EXPLAIN_ORDERS; i++)
        if (!equal(element, sources->sim, sources->orders[i]))
            return true;
    return false;
}

/* A difference between GPU and simulator is no matter of how the source was compiled, but may be
 * one of instructions of which PTX states no more than the greatest error (PTX ISA, 9.7.3). */
static ValueCause cause_of(const Element *element)
{
    const ValueSources *sources = element->sources;
    if (depends_on_order(element))
        return CAUSE_ORDER;
    if (!equal(element, sources->gpu, sources->sim))
        return equal(element, sources->sim, sources->nudged[0]) &&
                       equal(element, sources->sim, sources->nudged[1])
                   ? CAUSE_UNKNOWN
                   : CAUSE_APPROXIMATE;
    if (!sources->cpu)
        return CAUSE_UNKNOWN;
    if (sources->unfused && equal(element, sources->unfused, sources->cpu))
        return CAUSE_FUSED;
    if (sources->precise && equal(element, sources->precise, sources->cpu))
        return CAUSE_PRECISE;
    return CAUSE_UNKNOWN;
}

static double ulp(const Element *element, const unsigned char *expected, const unsigned char *got)
{
    if (!expected || !got)
        return NAN;
    return element_ulp(element->sources->type, expected + element->at, got + element->at);
}

static void copy(const Element *element, const unsigned char *from, unsigned char out[8])
{
    if (from)
        memcpy(out, from + element->at, element->size);
}

static ValueRow row_of(const Element *element, uint64_t index)
{
    const ValueSources *sources = element->sources;
    ValueRow row = {.index = index,
                    .gpu_cpu = ulp(element, sources->cpu, sources->gpu),
                    .sim_cpu = ulp(element, sources->cpu, sources->sim),
                    .gpu_sim = ulp(element, sources->sim, sources->gpu),
                    .cause = cause_of(element)};
    copy(element, sources->cpu, row.cpu);
    copy(element, sources->gpu, row.gpu);
    copy(element, sources->sim, row.sim);
    return row;
}

static void add_row(const ValueRow *row, Explanation *out)
{
    out->differ++;
    out->causes[row->cause]++;
    out->most_gpu_cpu = fmax(out->most_gpu_cpu, row->gpu_cpu); /* of a NaN the other */
    out->most_sim_cpu = fmax(out->most_sim_cpu, row->sim_cpu);
    out->most_gpu_sim = fmax(out->most_gpu_sim, row->gpu_sim);
    if (out->rows.size < EXPLAIN_ROWS)
        vec_push(&out->rows, *row);
}

void explain_values(const ValueSources *sources, Explanation *out)
{
    size_t size = element_bytes(sources->type), argument = out->argument;
    *out = (Explanation){.argument = argument,
                         .type = sources->type,
                         .count = sources->count,
                         .has_cpu = sources->cpu != NULL,
                         .has_gpu = sources->gpu != NULL,
                         .most_gpu_cpu = NAN,
                         .most_sim_cpu = NAN,
                         .most_gpu_sim = NAN};
    for (uint64_t i = 0; i < sources->count; i++) {
        Element element = {sources, (size_t)i * size, size};
        if (equal(&element, sources->cpu, sources->gpu) &&
            equal(&element, sources->cpu, sources->sim) &&
            equal(&element, sources->gpu, sources->sim))
            continue;
        ValueRow row = row_of(&element, i);
        add_row(&row, out);
    }
}

static void add_distance(const char *who, double most, StrBuf *out)
{
    if (isnan(most))
        return;
    if (most == 0)
        strbuf_format(out, "%s: equal\n", who);
    else
        strbuf_format(out, "%s: up to %.6g ULP apart\n", who, most);
}

/* What was done to prove it. */
static const char *const proofs[] = {
    [CAUSE_ORDER] = "the order in which the threads run: in other orders the simulator gives other "
                    "values, since sums of rounded numbers depend on it",
    [CAUSE_FUSED] = "fused multiply-add, which rounds once where the CPU rounds twice: compiled "
                    "with -fmad=false the simulator gives the CPU's values, bit by bit",
    [CAUSE_PRECISE] = "approximate functions such as __expf(): with expf() in their place the "
                      "simulator gives the CPU's values, bit by bit",
    [CAUSE_APPROXIMATE] =
        "instructions such as ex2.approx, whose last bits each device has its own: "
        "with these bits set or cleared the simulator gives other values",
};

void explain_add_words(const Explanation *explanation, StrBuf *out)
{
    const char *who = explanation->has_gpu && explanation->has_cpu ? "GPU, simulator and CPU"
                      : explanation->has_gpu                       ? "GPU and simulator"
                                                                   : "simulator and CPU";
    if (explanation->differ == 0) {
        strbuf_format(out, "%s give the same bits in all %" PRIu64 " elements\n", who,
                      explanation->count);
        return;
    }
    strbuf_format(out, "%s differ in %" PRIu64 " of %" PRIu64 " elements\n", who,
                  explanation->differ, explanation->count);
    add_distance("GPU and CPU", explanation->most_gpu_cpu, out);
    add_distance("simulator and CPU", explanation->most_sim_cpu, out);
    add_distance("GPU and simulator", explanation->most_gpu_sim, out);
    for (int cause = CAUSE_UNKNOWN + 1; cause < CAUSE_COUNT; cause++)
        if (explanation->causes[cause])
            strbuf_format(out, "proven of %" PRIu64 ": %s\n", explanation->causes[cause],
                          proofs[cause]);
    if (explanation->causes[CAUSE_UNKNOWN])
        strbuf_format(out, "%" PRIu64 " not explained\n", explanation->causes[CAUSE_UNKNOWN]);
}

void explanation_free(Explanation *explanation)
{
    vec_free(&explanation->rows);
}
