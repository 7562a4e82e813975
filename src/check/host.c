/* What is judged of host programs alone: the weight of findings, and what was measured. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "check/judge.h"

static bool list_holds(char *const *list, size_t count, const char *rule)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], rule) == 0)
            return true;
    return false;
}

void host_weigh(const Exercise *exercise, RunResult *run)
{
    for (size_t i = 0; i < run->findings.size; i++) {
        Finding *finding = &run->findings.data[i];
        const char *rule = finding_rule(finding);
        if (list_holds(exercise->notes, exercise->note_count, rule))
            finding->note = true;
        if (list_holds(exercise->fails, exercise->fail_count, rule))
            finding->note = false;
    }
}

/* Of a run on a GPU the simulator's, where there are any. */
static const HostNumber *number_find(const HostRun *host, const char *name)
{
    const HostNumber *found = NULL;
    bool exact = host->exact.size > 0;
    size_t count = exact ? host->exact.size : host->numbers.size;
    for (size_t i = 0; i < count; i++) {
        const HostNumber *number = exact ? &host->exact.data[i] : &host->numbers.data[i];
        if (strcmp(number->name, name) == 0)
            found = number; /* the last one counts */
    }
    return found;
}

/* Where the device is idle, two events around a launch hold the time in which the host makes that
 * call, too: 1.5 us on the simulator. */
static bool is_near(const MeasureSpec *spec, double measured, double truth)
{
    double off = spec->tolerance * fabs(truth);
    double call = view_ends(view_of(spec->metric), "_ms") ? 0.0016 : 0;
    return measured >= truth - off && measured <= truth + off + call;
}

static bool measure_fails(const MeasureSpec *spec, const CaseResult *result, StrBuf *sentence)
{
    const HostNumber *number = number_find(result->run.host, spec->name);
    double truth;
    bool simulated = false;
    if (!number)
        strbuf_format(sentence, "%s was not measured: culab_measured(\"%s\", ...) is missing",
                      spec->name, spec->name);
    else if (!run_judged_figure(&result->run, spec->metric, &truth, &simulated))
        strbuf_format(sentence, "%s cannot be compared: the figure %s did not come back",
                      spec->name, spec->metric);
    else if (!is_near(spec, number->value, truth))
        strbuf_format(sentence, "line %u measured %s as %.4g, but it is %.4g (within %g %%%s)",
                      number->line, spec->name, number->value, truth, 100 * spec->tolerance,
                      simulated ? ", on the simulator, whose time is exact" : "");
    return sentence->size > 0;
}

void host_judge_measures(const Exercise *exercise, CaseResult *result)
{
    for (size_t i = 0; i < exercise->measure_count; i++) {
        StrBuf sentence = {0};
        if (measure_fails(&exercise->measures[i], result, &sentence))
            reason_add(result, "measure",
                       result->spec && result->spec->hidden ? "what was measured is not right"
                                                            : strbuf_text(&sentence));
        strbuf_free(&sentence);
    }
}
