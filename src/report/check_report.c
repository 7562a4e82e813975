/* The verdict of an exercise, as text and as JSON. */
#include "report/check_report.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "report/host_report.h"
#include "report/values_report.h"

enum { OTHERS_SHOWN = 6 };

static const char *const verdict_texts[] = {[CASE_PASS] = "pass",
                                            [CASE_FAIL] = "fail",
                                            [CASE_TROUBLE] = "trouble",
                                            [CASE_PENDING] = "pending"};

/* --- text --- */

static const char *case_name(const CaseResult *result)
{
    if (!result->spec)
        return "";
    return result->spec->hidden ? "hidden case" : result->spec->name;
}

/* The sentences of a case have told one finding of each rule; these are the others. */
static bool was_told(const CaseResult *result, const Finding *finding)
{
    for (size_t i = 0; i < result->sentences.size; i++)
        if (finding->text && strstr(result->sentences.data[i], finding->text))
            return true;
    return false;
}

static void text_of_other_findings(StrBuf *out, const CaseResult *result, const TextStyle *style)
{
    size_t others = 0;
    for (size_t i = 0; i < result->run.findings.size; i++) {
        const Finding *finding = &result->run.findings.data[i];
        if (was_told(result, finding))
            continue;
        if (++others > OTHERS_SHOWN)
            continue;
        strbuf_add_text(out, finding->note ? "    note: " : "    ");
        if (finding->note && finding->place.line)
            strbuf_format(out, "line %u: ", finding->place.line);
        text_of_foreign(out, finding->text ? finding->text : finding->rule, style);
        strbuf_add_byte(out, '\n');
    }
    if (others > OTHERS_SHOWN)
        strbuf_format(out, "    ... and %zu more findings\n", others - OTHERS_SHOWN);
}

static void text_of_case(StrBuf *out, const CheckReport *report, size_t index,
                         const TextStyle *style)
{
    const CaseResult *result = &report->verdict->cases.data[index];
    bool hidden = result->spec && result->spec->hidden;
    strbuf_format(out, "%s  ", verdict_texts[result->verdict]);
    text_of_foreign(out, case_name(result), style);
    strbuf_add_byte(out, '\n');
    if (!hidden)
        text_of_prints(out, report->prints, (int64_t)index, style);
    for (size_t i = 0; i < result->sentences.size; i++) {
        strbuf_add_text(out, "    ");
        text_of_foreign(out, result->sentences.data[i], style);
        strbuf_add_byte(out, '\n');
    }
    if (!hidden)
        text_of_host_output(out, result->run.host, 0, style);
    if (result->run.status != LAUNCH_TROUBLE)
        text_of_host_end(out, result->run.host, style);
    for (size_t i = 0; i < result->comparisons.size && !hidden; i++)
        text_of_mismatches(out, &result->prepared, &result->comparisons.data[i], style);
    if (!hidden)
        text_of_values(out, &result->prepared, &result->explanations, style);
    if (!hidden)
        text_of_other_findings(out, result, style);
}

static void text_of_gate(StrBuf *out, const GateResult *gate, const TextStyle *style)
{
    strbuf_format(out, "%s  ", gate->passed ? "pass" : "fail");
    text_of_foreign(out, gate->spec->label, style);
    if (gate->missing)
        strbuf_add_text(out, ": this figure did not come back");
    else
        strbuf_format(out, ": now %.6g%s, ideal %.6g, pass at %s %.6g", gate->value,
                      gate->simulated ? " (on the simulator)" : "", gate->spec->ideal,
                      gate->spec->at_least ? "least" : "most", gate->spec->limit);
    strbuf_add_byte(out, '\n');
}

void check_report_text(const CheckReport *report, StrBuf *out, const TextStyle *style)
{
    const Verdict *verdict = report->verdict;
    strbuf_format(out, "%s: ", report->exercise->id);
    text_of_foreign(out, report->exercise->title, style);
    strbuf_add_text(out, "\n");
    if (report->device)
        text_of_device(out, report->device, style);
    text_of_compile(out, report->compile, style);
    for (size_t i = 0; i < verdict->cases.size; i++)
        text_of_case(out, report, i, style);
    for (size_t i = 0; i < verdict->gates.size; i++)
        text_of_gate(out, &verdict->gates.data[i], style);
    if (report->prints->lost)
        strbuf_format(out, "%llu printf records were lost\n",
                      (unsigned long long)report->prints->lost);
    if (verdict->mistake && verdict->mistake->explanation) {
        strbuf_add_text(out, "\n");
        utf8_add_inert(out, view_trim(view_of(verdict->mistake->explanation)), true, style->ascii);
        strbuf_add_text(out, "\n");
    }
    strbuf_format(out, "\n%s: ", verdict_texts[verdict->verdict]);
    text_of_foreign(out, verdict->headline ? verdict->headline : "", style);
    strbuf_add_byte(out, '\n');
}

/* --- JSON --- */

static json_t *json_of_mismatch(const PreparedArgument *argument, const Mismatch *mismatch)
{
    return json_pack("{s:I,s:o,s:o,s:o,s:o,s:o}", "index", (json_int_t)mismatch->index, "expected",
                     json_of_element(argument->type, mismatch->expected), "got",
                     json_of_element(argument->type, mismatch->got), "difference",
                     json_of_real(mismatch->difference), "ulp",
                     isnan(mismatch->ulp) ? json_null() : json_of_real(mismatch->ulp), "written_by",
                     json_of_writer(&mismatch->writer));
}

enum { MISMATCHES_LISTED = 100 };

static json_t *json_of_comparison(const CaseResult *result, const Comparison *comparison)
{
    json_t *list = json_array();
    const PreparedArgument *argument = &result->prepared.arguments[comparison->argument];
    for (size_t i = 0; i < comparison->mismatches.size && i < MISMATCHES_LISTED; i++)
        json_array_append_new(list, json_of_mismatch(argument, &comparison->mismatches.data[i]));
    return json_pack("{s:I,s:o,s:I,s:I,s:o,s:o}", "argument", (json_int_t)comparison->argument,
                     "name", json_of_text(argument->name), "count", (json_int_t)comparison->count,
                     "wrong", (json_int_t)comparison->wrong, "first_wrong",
                     comparison->wrong ? json_integer((json_int_t)comparison->first_wrong)
                                       : json_null(),
                     "mismatches", list);
}

static json_t *json_of_texts(char *const *texts, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_of_text(texts[i]));
    return list;
}

static json_t *json_of_case(const CaseResult *result)
{
    bool hidden = result->spec && result->spec->hidden;
    json_t *comparisons = json_array();
    for (size_t i = 0; i < result->comparisons.size && !hidden; i++)
        if (result->comparisons.data[i].argument < result->prepared.argument_count)
            json_array_append_new(comparisons,
                                  json_of_comparison(result, &result->comparisons.data[i]));
    json_t *value = json_pack(
        "{s:o,s:b,s:s,s:o,s:o,s:o}", "name", json_of_text(case_name(result)), "hidden", hidden,
        "verdict", verdict_texts[result->verdict], "reasons",
        json_of_texts(result->reasons.data, result->reasons.size), "sentences",
        json_of_texts(result->sentences.data, result->sentences.size), "comparisons", comparisons);
    if (!hidden) {
        json_object_set_new(value, "launch", json_of_launch(&result->prepared, &result->run));
        json_object_set_new(value, "findings", json_of_findings(&result->run));
        json_t *kernels = json_of_kernels(&result->run);
        json_object_set_new(value, "metrics", json_of_metrics(kernels));
        json_object_set_new(value, "kernels", kernels);
        json_object_set_new(value, "accesses", json_of_accesses(&result->run));
        if (result->explanations.size > 0)
            json_object_set_new(value, "values",
                                json_of_values(&result->prepared, &result->explanations));
        if (result->run.host)
            json_object_set_new(value, "host", json_of_host(result->run.host));
    }
    return value;
}

static json_t *json_of_gate(const GateResult *gate)
{
    return json_pack("{s:o,s:o,s:b,s:b,s:o,s:o,s:o}", "metric", json_of_text(gate->spec->metric),
                     "label", json_of_text(gate->spec->label), "passed", gate->passed, "simulated",
                     gate->simulated, "value",
                     gate->missing ? json_null() : json_of_real(gate->value), "ideal",
                     json_of_real(gate->spec->ideal), gate->spec->at_least ? "least" : "limit",
                     json_of_real(gate->spec->limit));
}

static json_t *json_of_mistake(const MistakeSpec *mistake)
{
    if (!mistake)
        return json_null();
    return json_pack("{s:o,s:o,s:o}", "name", json_of_text(mistake->name), "reason",
                     json_of_text(mistake->reason), "explanation",
                     json_of_text(mistake->explanation));
}

/* The records of cases that are not hidden. */
static json_t *json_of_shown_prints(const CheckReport *report)
{
    const Verdict *verdict = report->verdict;
    json_t *all = json_of_prints(report->prints), *shown = json_array();
    for (size_t i = 0; i < report->prints->records.size; i++) {
        uint32_t run = report->prints->records.data[i].run;
        const CaseSpec *spec = run < verdict->cases.size ? verdict->cases.data[run].spec : NULL;
        if (!spec || !spec->hidden)
            json_array_append(shown, json_array_get(all, i));
    }
    json_decref(all);
    return shown;
}

void check_report_json(const CheckReport *report, StrBuf *out)
{
    const Verdict *verdict = report->verdict;
    json_t *cases = json_array(), *gates = json_array();
    for (size_t i = 0; i < verdict->cases.size; i++)
        json_array_append_new(cases, json_of_case(&verdict->cases.data[i]));
    for (size_t i = 0; i < verdict->gates.size; i++)
        json_array_append_new(gates, json_of_gate(&verdict->gates.data[i]));
    json_t *document = json_pack(
        "{s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:I}", "exercise",
        json_of_text(report->exercise->id), "title", json_of_text(report->exercise->title), "file",
        json_of_text(report->file), "verdict", verdict_texts[verdict->verdict], "headline",
        json_of_text(verdict->headline), "reasons",
        json_of_texts(verdict->reasons.data, verdict->reasons.size), "sentences",
        json_of_texts(verdict->sentences.data, verdict->sentences.size), "mistake",
        json_of_mistake(verdict->mistake), "device", json_of_device(report->device), "compile",
        json_of_compile(report->compile), "cases", cases, "gates", gates, "printf",
        json_of_shown_prints(report), "printf_lost", (json_int_t)report->prints->lost);
    json_print(document, out);
}
