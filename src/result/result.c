/* Results: texts of states, and freeing. */
#include "result/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { JOIN_LEAST = 16 << 10 /* bytes of text for which it is worth keeping a piece of memory */ };

static const char *const launch_texts[LAUNCH_STATUS_COUNT] = {
    [LAUNCH_NOT_RUN] = "not run",   [LAUNCH_OK] = "ok",
    [LAUNCH_REFUSED] = "refused",   [LAUNCH_FAULT] = "fault",
    [LAUNCH_DEADLOCK] = "deadlock", [LAUNCH_BUDGET] = "budget",
    [LAUNCH_STOPPED] = "stopped",   [LAUNCH_TROUBLE] = "trouble",
};

const char *launch_status_text(LaunchStatus status)
{
    return launch_texts[status];
}

void print_log_add(PrintLog *log, const PrintRecord *record)
{
    PrintRecord copy = *record;
    copy.text = arena_clone(&log->arena, (View){record->text, record->size});
    vec_push(&log->records, copy);
}

void print_log_join(PrintLog *log, PrintLog *from)
{
    bool small = from->arena.total < JOIN_LEAST;
    for (size_t i = 0; i < from->records.size; i++) {
        if (small)
            print_log_add(log, &from->records.data[i]);
        else
            vec_push(&log->records, from->records.data[i]);
    }
    if (!small)
        arena_join(&log->arena, &from->arena);
    print_log_free(from);
}

void print_log_free(PrintLog *log)
{
    arena_free(&log->arena);
    vec_free(&log->records);
    log->lost = 0;
}

void diagnostic_free(Diagnostic *diagnostic)
{
    free(diagnostic->file);
    free(diagnostic->text);
}

static void place_free(Place *place)
{
    free(place->function);
    free(place->file);
}

void finding_free(Finding *finding)
{
    free(finding->checker);
    free(finding->rule);
    free(finding->text);
    free(finding->variable);
    place_free(&finding->place);
    place_free(&finding->other_place);
}

bool run_figure(const RunResult *run, const char *name, double *value)
{
    for (size_t i = 0; i < run->metrics.size; i++) {
        const Metric *metric = &run->metrics.data[i];
        if (metric->line == 0 && strcmp(metric->name, name) == 0 && !isnan(metric->value)) {
            *value = metric->value;
            return true;
        }
    }
    return false;
}

bool run_judged_figure(const RunResult *run, const char *name, double *value, bool *simulated)
{
    StrBuf other = {0};
    View rest = view_of(name);
    if (view_starts(rest, HOST_FIGURES)) {
        strbuf_add_text(&other, SIMULATED_FIGURES);
        strbuf_add(&other, view_slice(rest, strlen(HOST_FIGURES), rest.size));
    }
    *simulated = other.size > 0 && run_figure(run, strbuf_text(&other), value);
    strbuf_free(&other);
    return *simulated || run_figure(run, name, value);
}

static double figure_or_zero(const RunResult *run, const char *name)
{
    double value;
    return run_figure(run, name, &value) ? value : 0;
}

Rates run_rates(const RunResult *run)
{
    double seconds = run->timing.median_us / 1e6;
    double bytes = figure_or_zero(run, "culab__bytes_requested_global.sum");
    double flops = figure_or_zero(run, "culab__flops_fp16.sum") +
                   figure_or_zero(run, "culab__flops_fp32.sum") +
                   figure_or_zero(run, "culab__flops_fp64.sum");
    if (run->timing.samples == 0 || !(seconds > 0))
        return (Rates){0, 0, 0};
    return (Rates){bytes / seconds, flops / seconds, bytes > 0 ? flops / bytes : 0};
}

void warp_access_free(WarpAccess *access)
{
    free(access->kind);
    free(access->space);
    free(access->name);
}

void writer_free(Writer *writer)
{
    free(writer->place.function);
    free(writer->place.file);
    for (size_t i = 0; i < writer->before.size; i++)
        writer_free(&writer->before.data[i]);
    vec_free(&writer->before);
    *writer = (Writer){0};
}

void run_result_free(RunResult *run)
{
    free(run->error_name);
    free(run->error_text);
    for (size_t i = 0; i < run->buffer_count; i++) {
        free(run->buffers[i].name);
        free(run->buffers[i].bytes);
        free(run->buffers[i].beside);
        writer_free(&run->buffers[i].changed_by);
    }
    free(run->buffers);
    for (size_t i = 0; i < run->findings.size; i++)
        finding_free(&run->findings.data[i]);
    vec_free(&run->findings);
    for (size_t i = 0; i < run->metrics.size; i++) {
        free(run->metrics.data[i].kernel);
        free(run->metrics.data[i].name);
    }
    vec_free(&run->metrics);
    for (size_t i = 0; i < run->accesses.size; i++)
        warp_access_free(&run->accesses.data[i]);
    vec_free(&run->accesses);
    schedule_free(&run->schedule);
    if (run->host)
        host_run_free(run->host);
    free(run->host);
    *run = (RunResult){0};
}

void compile_result_free(CompileResult *compile)
{
    free(compile->trouble);
    for (size_t i = 0; i < compile->diagnostics.size; i++)
        diagnostic_free(&compile->diagnostics.data[i]);
    vec_free(&compile->diagnostics);
    for (size_t i = 0; i < compile->kernels.size; i++)
        free(compile->kernels.data[i]);
    vec_free(&compile->kernels);
    for (size_t i = 0; i < compile->parameters.size; i++)
        free(compile->parameters.data[i]);
    vec_free(&compile->parameters);
    for (size_t i = 0; i < compile->code.size; i++)
        free(compile->code.data[i].name);
    vec_free(&compile->code);
    free(compile->machine);
    free(compile->ptx);
    free(compile->sass);
    free(compile->sass_trouble);
    strbuf_free(&compile->image);
    *compile = (CompileResult){0};
}

void device_info_free(DeviceInfo *device)
{
    free(device->name);
    free(device->driver);
    free(device->nvrtc);
    free(device->fit);
    free(device->trouble);
    for (size_t i = 0; i < device->limits.size; i++)
        free(device->limits.data[i].name);
    vec_free(&device->limits);
    *device = (DeviceInfo){0};
}

void device_choices_free(DeviceChoices *choices)
{
    for (size_t i = 0; i < choices->gpus.size; i++)
        device_info_free(&choices->gpus.data[i]);
    vec_free(&choices->gpus);
    for (size_t i = 0; i < choices->profiles.size; i++)
        free(choices->profiles.data[i]);
    vec_free(&choices->profiles);
    free(choices->gpu_trouble);
    free(choices->visible);
    *choices = (DeviceChoices){0};
}
