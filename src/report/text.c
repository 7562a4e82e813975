/* Results as text for people. */
#include "report/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

enum {
    PRINTS_SHOWN = 1000,
    FINDINGS_SHOWN = 20,
    ELEMENTS_SHOWN = 16,
    MISMATCHES_SHOWN = 8,
};

static void add_inert(StrBuf *out, View text, bool keep_lines, const TextStyle *style)
{
    utf8_add_inert(out, text, keep_lines, style->ascii);
}

void text_of_foreign(StrBuf *out, const char *text, const TextStyle *style)
{
    add_inert(out, view_of(text), false, style);
}

/* Every line after the first is indented. */
static void add_lines(StrBuf *out, const char *text, const TextStyle *style)
{
    View rest = view_of(text), line;
    for (int i = 0; view_split(&rest, '\n', &line); i++) {
        strbuf_add_text(out, i ? "\n    " : "");
        add_inert(out, line, false, style);
    }
    strbuf_add_byte(out, '\n');
}

static void add_diagnostic(StrBuf *out, const Diagnostic *diagnostic, const TextStyle *style)
{
    static const char *const words[] = {
        [SEVERITY_NOTE] = "note", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};
    if (*diagnostic->file) {
        text_of_foreign(out, diagnostic->file, style);
        if (diagnostic->line)
            strbuf_format(out, ":%u", diagnostic->line);
        if (diagnostic->line && diagnostic->column)
            strbuf_format(out, ":%u", diagnostic->column);
        strbuf_add_text(out, ": ");
    }
    strbuf_format(out, "%s: ", words[diagnostic->severity]);
    add_lines(out, diagnostic->text, style);
}

void text_of_compile(StrBuf *out, const CompileResult *compile, const TextStyle *style)
{
    if (!compile->ran) {
        strbuf_add_text(out, "not compiled: ");
        add_lines(out, compile->trouble ? compile->trouble : "", style);
    }
    for (size_t i = 0; i < compile->diagnostics.size; i++)
        add_diagnostic(out, &compile->diagnostics.data[i], style);
}

static void add_dim(StrBuf *out, Dim3 dim)
{
    strbuf_format(out, "(%u,%u,%u)", dim.x, dim.y, dim.z);
}

static void add_print(StrBuf *out, const PrintRecord *record, const TextStyle *style)
{
    View text = {record->text, record->size};
    if (record->attributed) {
        strbuf_add_text(out, "block ");
        add_dim(out, record->block);
        strbuf_add_text(out, " thread ");
        add_dim(out, record->thread);
        strbuf_format(out, " line %u: ", record->line);
    }
    if (text.size > 0 && text.data[text.size - 1] == '\n')
        text.size--;
    add_inert(out, text, false, style);
    strbuf_add_text(out, record->malformed ? "  [its format and arguments do not fit]\n" : "\n");
}

void text_of_prints(StrBuf *out, const PrintLog *prints, int64_t run, const TextStyle *style)
{
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < prints->records.size; i++) {
        const PrintRecord *record = &prints->records.data[i];
        if (run >= 0 && record->run != (uint32_t)run)
            continue;
        if (shown < PRINTS_SHOWN) {
            add_print(out, record, style);
            shown++;
        } else {
            left++;
        }
    }
    if (left)
        strbuf_format(out, "... and %zu more lines of printf\n", left);
    if (prints->lost && run < 0)
        strbuf_format(out, "%" PRIu64 " printf records were lost\n", prints->lost);
}

static void add_who(StrBuf *out, Dim3 block, Dim3 thread, const Place *place,
                    const TextStyle *style)
{
    strbuf_add_text(out, "block ");
    add_dim(out, block);
    strbuf_add_text(out, " thread ");
    add_dim(out, thread);
    if (place->line == 0)
        return;
    strbuf_add_text(out, " at ");
    if (place->file && *place->file)
        text_of_foreign(out, place->file, style);
    else
        strbuf_add_text(out, "line ");
    strbuf_format(out, "%s%u", place->file && *place->file ? ":" : "", place->line);
}

/* No thread of a grid did it, but a line of the program. */
static void add_host_place(StrBuf *out, const Finding *finding, const TextStyle *style)
{
    if (finding->place.line) {
        strbuf_add_text(out, "    at ");
        text_of_foreign(out, finding->place.file, style);
        strbuf_format(out, ":%u", finding->place.line);
        if (finding->repeats)
            strbuf_format(out, ", and %" PRIu64 " times more", finding->repeats);
        strbuf_add_byte(out, '\n');
    }
}

static bool is_same_dim(Dim3 a, Dim3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Its two places are one: a number that is stored in the line where it arose. */
static bool is_same_place(const Finding *finding)
{
    return finding->place.line == finding->other_place.line &&
           is_same_dim(finding->block, finding->other_block) &&
           is_same_dim(finding->thread, finding->other_thread);
}

static void add_finding(StrBuf *out, const Finding *finding, const TextStyle *style)
{
    if (finding->note)
        strbuf_add_text(out, "note: ");
    text_of_foreign(out, finding->rule, style);
    strbuf_add_text(out, ": ");
    add_lines(out, finding->text, style);
    if (finding->checker && strcmp(finding->checker, "host") == 0) {
        add_host_place(out, finding, style);
        return;
    }
    strbuf_add_text(out, "    by ");
    add_who(out, finding->block, finding->thread, &finding->place, style);
    if (finding->has_other && !is_same_place(finding)) {
        strbuf_add_text(out, "\n    with ");
        add_who(out, finding->other_block, finding->other_thread, &finding->other_place, style);
    }
    if (finding->repeats)
        strbuf_format(out, "\n    and %" PRIu64 " more of the same", finding->repeats);
    strbuf_add_byte(out, '\n');
}

/* The first of its kind is told however many there are before it. */
static bool is_first_of_rule(const RunResult *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(run->findings.data[i].rule, run->findings.data[index].rule) == 0)
            return false;
    return true;
}

void text_of_findings(StrBuf *out, const RunResult *run, const TextStyle *style)
{
    size_t left_out = 0;
    for (size_t i = 0; i < run->findings.size; i++)
        if (i < FINDINGS_SHOWN || is_first_of_rule(run, i))
            add_finding(out, &run->findings.data[i], style);
        else
            left_out++;
    if (left_out)
        strbuf_format(out, "... and %zu more findings (all of them with --json)\n", left_out);
}

/* A finding says it already. */
static bool is_told(const RunResult *run)
{
    for (size_t i = 0; i < run->findings.size && i < FINDINGS_SHOWN; i++)
        if (run->findings.data[i].text && !strcmp(run->findings.data[i].text, run->error_text))
            return true;
    return false;
}

void text_of_launch(StrBuf *out, const PreparedCase *prepared, const RunResult *run,
                    const TextStyle *style)
{
    text_of_foreign(out, prepared->kernel ? prepared->kernel : "kernel", style);
    strbuf_add_text(out, "<<<");
    add_dim(out, prepared->grid);
    strbuf_add_text(out, ", ");
    add_dim(out, prepared->block);
    if (prepared->shared)
        strbuf_format(out, ", %" PRIu64, prepared->shared);
    strbuf_format(out, ">>>: %s", launch_status_text(run->status));
    if (run->error_text && *run->error_text && !is_told(run)) {
        strbuf_add_text(out, ": ");
        text_of_foreign(out, run->error_text, style);
    }
    if (run->error_name && *run->error_name) {
        strbuf_add_text(out, " (");
        text_of_foreign(out, run->error_name, style);
        strbuf_add_byte(out, ')');
    }
    if (!isnan(run->kernel_ms))
        strbuf_format(out, ", %.3f ms", run->kernel_ms);
    if (run->thread_instructions)
        strbuf_format(out, ", %" PRIu64 " thread-instructions", run->thread_instructions);
    strbuf_add_byte(out, '\n');
}

void text_of_timing(StrBuf *out, const RunResult *run)
{
    const KernelTime *timing = &run->timing;
    if (timing->samples == 0)
        return;
    strbuf_format(out,
                  "time: median %.3f us, least %.3f, most %.3f, variation %.1f %%%s (%" PRIu32
                  " samples",
                  timing->median_us, timing->least_us, timing->most_us, 100 * timing->variation,
                  timing->stable ? "" : ", unstable", timing->samples);
    if (timing->joined > 1)
        strbuf_format(out, " of %" PRIu32 " launches in a graph", timing->joined);
    strbuf_add_text(out, ")\n");
    Rates rates = run_rates(run);
    if (rates.bytes_per_s > 0 && timing->ceilings.bytes_per_s > 0)
        strbuf_format(out, "bandwidth: %.1f GB/s of the %.1f that a copy reaches (%.0f %%)\n",
                      rates.bytes_per_s / 1e9, timing->ceilings.bytes_per_s / 1e9,
                      100 * rates.bytes_per_s / timing->ceilings.bytes_per_s);
    if (rates.flops_per_s > 0 && timing->ceilings.flops_per_s > 0)
        strbuf_format(out,
                      "arithmetic: %.1f Gflop/s of %.1f in float (%.0f %%), %.3g for each byte\n",
                      rates.flops_per_s / 1e9, timing->ceilings.flops_per_s / 1e9,
                      100 * rates.flops_per_s / timing->ceilings.flops_per_s, rates.flops_per_byte);
}

void text_of_device(StrBuf *out, const HelloMessage *hello, const TextStyle *style)
{
    const DeviceInfo *device = &hello->device;
    strbuf_add_text(out, "device: ");
    text_of_foreign(out, device->name, style);
    strbuf_format(out, ", compute capability %d.%d", device->major, device->minor);
    if (*hello->target) {
        strbuf_add_text(out, ", compiled for ");
        text_of_foreign(out, hello->target, style);
        strbuf_add_text(out, " by NVRTC ");
        text_of_foreign(out, device->nvrtc, style);
    }
    strbuf_add_byte(out, '\n');
}

static void add_shape(StrBuf *out, const BufferResult *buffer)
{
    strbuf_format(out, "%s[%" PRIu64, element_text(buffer->type), buffer->shape[0]);
    for (int i = 1; i < 3 && buffer->shape[i] > 1; i++)
        strbuf_format(out, "x%" PRIu64, buffer->shape[i]);
    strbuf_add_byte(out, ']');
}

static void add_elements(StrBuf *out, const BufferResult *buffer)
{
    uint64_t shown = buffer->count < ELEMENTS_SHOWN ? buffer->count : ELEMENTS_SHOWN;
    uint64_t unwritten = buffer_unwritten(buffer);
    for (uint64_t i = 0; i < shown; i++) {
        const unsigned char *at = buffer->bytes + i * element_bytes(buffer->type);
        strbuf_add_byte(out, ' ');
        if (element_is_unwritten(buffer->role, buffer->type, at))
            strbuf_add_byte(out, '?');
        else
            element_format(buffer->type, at, out, false);
    }
    strbuf_add_text(out, shown < buffer->count ? " ...\n" : "\n");
    if (unwritten > 0)
        strbuf_format(out, "    ? was never written: %" PRIu64 " of %" PRIu64 " element%s\n",
                      unwritten, buffer->count, buffer->count == 1 ? "" : "s");
}

void text_of_buffer(StrBuf *out, const BufferResult *buffer, const char *saved_to)
{
    static const char *const roles[] = {
        [ROLE_IN] = "in", [ROLE_OUT] = "out", [ROLE_INOUT] = "inout"};
    const char *role = roles[buffer->role], *name = buffer->name ? buffer->name : "";
    strbuf_format(out, "%s ", role);
    if (*name && strcmp(name, role) != 0) {
        utf8_add_inert(out, view_of(name), false, false);
        strbuf_add_byte(out, ' ');
    }
    add_shape(out, buffer);
    if (buffer->input_changed)
        strbuf_format(out, ": CHANGED by the kernel, first at element %" PRIu64,
                      buffer->first_changed);
    if (buffer->guard_before_broken || buffer->guard_after_broken)
        strbuf_format(out, ": the kernel wrote %s it",
                      buffer->guard_before_broken ? "before" : "behind");
    if (!buffer->bytes) {
        strbuf_add_text(out, ": no data came back\n");
        return;
    }
    strbuf_add_byte(out, ':');
    add_elements(out, buffer);
    if (saved_to) {
        strbuf_add_text(out, "    all of it in ");
        utf8_add_inert(out, view_of(saved_to), false, false);
        strbuf_add_byte(out, '\n');
    }
}

/* Fills up to a column of the line that began at `start`. */
static void pad_to(StrBuf *out, size_t start, size_t column)
{
    do
        strbuf_add_byte(out, ' ');
    while (out->size - start < column);
}

static void add_mismatch(StrBuf *out, const PreparedArgument *argument, const Mismatch *mismatch,
                         const TextStyle *style)
{
    size_t start = out->size;
    strbuf_add_text(out, "    ");
    element_add_index(argument->shape, mismatch->index, out);
    pad_to(out, start, 18);
    element_format(argument->type, mismatch->expected, out, false);
    pad_to(out, start, 34);
    bool unwritten = element_is_unwritten(argument->role, argument->type, mismatch->got);
    if (unwritten)
        strbuf_add_text(out, "not written");
    else
        element_format(argument->type, mismatch->got, out, false);
    pad_to(out, start, 50);
    if (unwritten)
        strbuf_add_byte(out, '-');
    else
        strbuf_format(out, "%.6g", mismatch->difference);
    pad_to(out, start, 64);
    if (mismatch->writer.known)
        add_who(out, mismatch->writer.block, mismatch->writer.thread, &mismatch->writer.place,
                style);
    else
        strbuf_add_byte(out, '-');
    strbuf_add_byte(out, '\n');
}

void text_of_mismatches(StrBuf *out, const PreparedCase *prepared, const Comparison *comparison,
                        const TextStyle *style)
{
    if (comparison->wrong == 0 || comparison->argument >= prepared->argument_count)
        return;
    const PreparedArgument *argument = &prepared->arguments[comparison->argument];
    strbuf_add_text(out, "    ");
    text_of_foreign(out, argument->name, style);
    strbuf_format(out, ": %" PRIu64 " of %" PRIu64 " element%s %s wrong\n", comparison->wrong,
                  comparison->count, comparison->count == 1 ? "" : "s",
                  comparison->wrong == 1 ? "is" : "are");
    strbuf_add_text(out, "    index         expected        got             difference    "
                         "written by\n");
    for (size_t i = 0; i < comparison->mismatches.size && i < MISMATCHES_SHOWN; i++)
        add_mismatch(out, argument, &comparison->mismatches.data[i], style);
    if (comparison->wrong > MISMATCHES_SHOWN)
        strbuf_add_text(out, "    ...\n");
}
