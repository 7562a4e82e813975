/* Gates: structural counts against their limits, the worst case counting. */
#include <math.h>
#include <string.h>

#include "check/judge.h"

static GateResult judge_gate(const GateSpec *spec, const Verdict *verdict)
{
    bool least = spec->at_least;
    GateResult result = {
        .spec = spec, .missing = verdict->cases.size == 0, .value = least ? INFINITY : -INFINITY};
    for (size_t i = 0; i < verdict->cases.size; i++) {
        double value;
        bool simulated;
        if (!run_judged_figure(&verdict->cases.data[i].run, spec->metric, &value, &simulated))
            result.missing = true;
        else if (least ? value < result.value : value > result.value)
            result.value = value;
        result.simulated |= simulated;
    }
    if (result.missing)
        result.value = NAN;
    result.passed =
        !result.missing && (least ? result.value >= spec->limit : result.value <= spec->limit);
    return result;
}

void gates_judge(const Exercise *exercise, Verdict *verdict)
{
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const GateSpec *spec = &exercise->gates[i];
        GateResult result = judge_gate(spec, verdict);
        vec_push(&verdict->gates, result);
        if (result.passed)
            continue;
        StrBuf sentence = {0};
        if (result.missing)
            strbuf_format(&sentence, "%s: the figure is missing, so that it cannot pass",
                          spec->label);
        else
            strbuf_format(&sentence, "%s: now %g, ideal %g, pass at %s %g", spec->label,
                          result.value, spec->ideal, spec->at_least ? "least" : "most",
                          spec->limit);
        reason_add(verdict, "gate", strbuf_text(&sentence));
        strbuf_free(&sentence);
    }
}
