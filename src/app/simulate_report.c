/* The report of `culab simulate`, as text in the manner of compute-sanitizer and as JSON. */
#include "app/simulate_report.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "report/json.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void run_write(const SimulateOutcome *outcome, FILE *out)
{
    const ReportTally *tally = outcome->tally;
    uint64_t processes = atomic_load(&tally->processes), launches = atomic_load(&tally->launches),
             calls = atomic_load(&tally->calls);
    if (processes == 0)
        fputs("========= No process of the command used the simulated device\n", out);
    else
        fprintf(out, "========= %s: %" PRIu64 " launch%s in %" PRIu64 " process%s\n",
                outcome->device, launches, launches == 1 ? "" : "es", processes,
                processes == 1 ? "" : "es");
    if (calls)
        fprintf(out, "========= %" PRIu64 " call%s of the Driver API failed\n", calls,
                plural(calls));
    if (outcome->signal)
        fprintf(out, "========= The command was ended by signal %d\n", outcome->signal);
    else if (outcome->status)
        fprintf(out, "========= The command ended with status %d\n", outcome->status);
}

void simulate_report_text(const SimulateOutcome *outcome, FILE *out)
{
    const ReportTally *tally = outcome->tally;
    uint64_t findings = atomic_load(&tally->findings), met = atomic_load(&tally->occurrences),
             unprinted = atomic_load(&tally->unprinted), leaks = atomic_load(&tally->leaks),
             bytes = atomic_load(&tally->leaked_bytes);
    fwrite(outcome->report.data, 1, outcome->report.size, out);
    if (outcome->trouble)
        fprintf(out, "========= The findings cannot be read: %s\n", outcome->trouble);
    run_write(outcome, out);
    if (unprinted)
        fprintf(out, "========= %" PRIu64 " error%s not printed (--print-limit %s)\n", unprinted,
                unprinted == 1 ? " was" : "s were", outcome->print_limit);
    if (leaks)
        fprintf(out,
                "========= LEAK SUMMARY: %" PRIu64 " byte%s leaked in %" PRIu64 " allocation%s\n",
                bytes, plural(bytes), leaks, plural(leaks));
    fprintf(out, "========= ERROR SUMMARY: %" PRIu64 " error%s", findings, plural(findings));
    if (met > findings)
        fprintf(out, ", met %" PRIu64 " times", met);
    fputs("\n", out);
}

/* The finding that a process counted further ones with. */
static void later_add(json_t *findings, const json_t *later)
{
    size_t index;
    json_t *finding;
    json_array_foreach(findings, index, finding) if (json_equal(json_object_get(finding, "id"),
                                                                json_object_get(later, "id")))
        json_object_set(finding, "later", json_object_get(later, "count"));
}

/* A line of the report: an object with one member, whose name says what it is. */
static void piece_add(json_t *document, const json_t *piece)
{
    static const struct {
        const char *name, *list;
    } kinds[] = {{"finding", "findings"}, {"leak", "leaks"}, {"call", "calls"}, {"note", "notes"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        json_t *value = json_object_get(piece, kinds[i].name);
        if (value)
            json_array_append(json_object_get(document, kinds[i].list), value);
        if (value && i == 0)
            json_object_set_new(value, "later", json_integer(0));
    }
    json_t *later = json_object_get(piece, "later");
    if (later)
        later_add(json_object_get(document, "findings"), later);
}

static json_t *json_of_tally(const ReportTally *tally)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "processes",
                     (json_int_t)atomic_load(&tally->processes), "launches",
                     (json_int_t)atomic_load(&tally->launches), "findings",
                     (json_int_t)atomic_load(&tally->findings), "occurrences",
                     (json_int_t)atomic_load(&tally->occurrences), "unprinted",
                     (json_int_t)atomic_load(&tally->unprinted), "leaked_allocations",
                     (json_int_t)atomic_load(&tally->leaks), "leaked_bytes",
                     (json_int_t)atomic_load(&tally->leaked_bytes), "failed_calls",
                     (json_int_t)atomic_load(&tally->calls));
}

void simulate_report_json(const SimulateOutcome *outcome, FILE *out)
{
    StrBuf text = {0};
    View rest = outcome->report, line;
    json_t *command = json_array();
    for (const char *const *word = outcome->command; *word; word++)
        json_array_append_new(command, json_of_text(*word));
    json_t *document =
        json_pack("{s:o,s:o,s:i,s:o,s:[],s:[],s:[],s:[],s:o,s:o}", "command", command, "device",
                  json_of_text(outcome->device), "status", outcome->status, "signal",
                  outcome->signal ? json_integer(outcome->signal) : json_null(), "findings",
                  "leaks", "calls", "notes", "summary", json_of_tally(outcome->tally), "trouble",
                  json_of_text(outcome->trouble));
    while (view_split(&rest, '\n', &line)) {
        json_t *piece = line.size ? json_loadb(line.data, line.size, 0, NULL) : NULL;
        if (piece)
            piece_add(document, piece);
        json_decref(piece);
    }
    json_print(document, &text);
    fwrite(text.data, 1, text.size, out);
    strbuf_free(&text);
}
