/* What `culab run` gave, as text and as JSON. */
#include "report/run_report.h"

#include "report/host_report.h"
#include "report/print_json.h"
#include "report/values_report.h"

/* The argument that the buffer of this index belongs to. */
static size_t argument_of(const RunReport *report, size_t buffer)
{
    const PreparedCase *prepared = report->prepared;
    for (size_t i = 0; i < prepared->argument_count; i++)
        if (prepared->arguments[i].is_buffer && buffer-- == 0)
            return i;
    return 0;
}

/* Inputs are shown only when something happened to them. */
static bool is_shown(const BufferResult *buffer)
{
    return buffer->role != ROLE_IN || buffer->input_changed || buffer->guard_before_broken ||
           buffer->guard_after_broken;
}

void run_report_text(const RunReport *report, StrBuf *out, const TextStyle *style)
{
    const RunResult *run = report->run;
    if (report->device)
        text_of_device(out, report->device, style);
    text_of_compile(out, report->compile, style);
    text_of_prints(out, report->prints, -1, style);
    bool launched = run->status != LAUNCH_REFUSED && run->status != LAUNCH_NOT_RUN;
    for (size_t i = 0; launched && i < run->buffer_count; i++)
        if (is_shown(&run->buffers[i]))
            text_of_buffer(out, &run->buffers[i], report->saved_to[argument_of(report, i)]);
    text_of_findings(out, run, style);
    text_of_launch(out, report->prepared, run, style);
    text_of_timing(out, run);
    text_of_schedule(out, &run->schedule, style);
    if (report->values)
        text_of_values(out, report->prepared, report->values, style);
    if (*report->trouble) {
        text_of_foreign(out, report->trouble, style);
        strbuf_add_byte(out, '\n');
    }
}

void run_report_json(const RunReport *report, StrBuf *out)
{
    const RunResult *run = report->run;
    json_t *outputs = json_array(), *kernels = json_of_kernels(run);
    for (size_t i = 0; i < run->buffer_count; i++) {
        size_t argument = argument_of(report, i);
        if (is_shown(&run->buffers[i]))
            json_array_append_new(
                outputs, json_of_buffer(argument, &run->buffers[i], report->saved_to[argument]));
    }
    json_t *document = json_pack(
        "{s:o,s:o,s:o,s:o,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "device",
        json_of_device(report->device), "compile", json_of_compile(report->compile), "launch",
        json_of_launch(report->prepared, run), "printf", json_array(), "printf_lost",
        (json_int_t)report->prints->lost, "findings", json_of_findings(run), "outputs", outputs,
        "metrics", json_of_metrics(kernels), "kernels", kernels, "accesses", json_of_accesses(run),
        "time", json_of_timing(run), "schedule", json_of_schedule(&run->schedule), "trouble",
        json_of_text(report->trouble));
    if (report->values)
        json_object_set_new(document, "values", json_of_values(report->prepared, report->values));
    if (run->host)
        json_object_set_new(document, "host", json_of_host(run->host));
    json_print_with_prints(document, report->prints, out);
}
