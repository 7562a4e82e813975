/* Results as JSON values. */
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

enum { DATA_SHOWN = 65536 }; /* elements of a buffer; all of it goes into the file after '>' */

json_t *json_of_view(View text)
{
    StrBuf clean = {0};
    while (text.size > 0) {
        uint32_t codepoint;
        char bytes[4];
        size_t used = utf8_decode(text, &codepoint);
        strbuf_add_bytes(&clean, bytes, utf8_encode(codepoint, bytes));
        text = view_slice(text, used, text.size);
    }
    json_t *value = json_stringn(strbuf_text(&clean), clean.size);
    strbuf_free(&clean);
    return value;
}

json_t *json_of_text(const char *text)
{
    return text ? json_of_view(view_of(text)) : json_null();
}

json_t *json_of_real(double value)
{
    if (isfinite(value))
        return json_real(value);
    return json_string(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

json_t *json_of_dim(Dim3 dim)
{
    return json_pack("[I,I,I]", (json_int_t)dim.x, (json_int_t)dim.y, (json_int_t)dim.z);
}

static json_t *json_of_u64(uint64_t value)
{
    char text[24];
    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    snprintf(text, sizeof text, "%" PRIu64, value);
    return json_string(text);
}

json_t *json_of_element(ElementType type, const void *at)
{
    int64_t i64;
    uint64_t u64;
    switch (type) {
    case ELEMENT_F16:
    case ELEMENT_F32:
    case ELEMENT_F64:
        return json_of_real(element_value(type, at));
    case ELEMENT_I64:
        memcpy(&i64, at, sizeof i64);
        return json_integer(i64);
    case ELEMENT_U64:
        memcpy(&u64, at, sizeof u64);
        return json_of_u64(u64);
    default:
        return json_integer((json_int_t)element_value(type, at));
    }
}

json_t *json_of_device(const HelloMessage *hello)
{
    char capability[16];
    if (!hello)
        return json_null();
    const DeviceInfo *device = &hello->device;
    snprintf(capability, sizeof capability, "%d.%d", device->major, device->minor);
    return json_pack("{s:b,s:o,s:b,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "present", hello->has_device,
                     "name", json_of_text(device->name), "simulated", device->simulated,
                     "capability", capability, "driver", json_of_text(device->driver), "libcuda",
                     json_of_text(hello->libcuda_path), "nvrtc", json_of_text(device->nvrtc),
                     "nvrtc_path", json_of_text(hello->nvrtc_path), "target",
                     json_of_text(hello->target), "trouble", json_of_text(hello->device_trouble),
                     "compiler_trouble", json_of_text(hello->compiler_trouble));
}

static json_t *json_of_diagnostic(const Diagnostic *diagnostic)
{
    static const char *const severities[] = {
        [SEVERITY_NOTE] = "note", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};
    return json_pack("{s:s,s:o,s:I,s:I,s:o}", "severity", severities[diagnostic->severity], "file",
                     json_of_text(diagnostic->file), "line", (json_int_t)diagnostic->line, "column",
                     (json_int_t)diagnostic->column, "text", json_of_text(diagnostic->text));
}

json_t *json_of_compile(const CompileResult *compile)
{
    json_t *diagnostics = json_array(), *kernels = json_array();
    for (size_t i = 0; i < compile->diagnostics.size; i++)
        json_array_append_new(diagnostics, json_of_diagnostic(&compile->diagnostics.data[i]));
    for (size_t i = 0; i < compile->kernels.size; i++)
        json_array_append_new(kernels, json_of_text(compile->kernels.data[i]));
    return json_pack("{s:s,s:o,s:o,s:o,s:o}", "status",
                     !compile->ran ? "trouble"
                     : compile->ok ? "ok"
                                   : "failed",
                     "trouble", json_of_text(compile->trouble ? compile->trouble : ""), "ms",
                     json_of_real(compile->ms), "diagnostics", diagnostics, "kernels", kernels);
}

static json_t *json_of_print(const PrintRecord *record)
{
    json_t *block = record->attributed ? json_of_dim(record->block) : json_null();
    json_t *thread = record->attributed ? json_of_dim(record->thread) : json_null();
    return json_pack("{s:I,s:o,s:o,s:I,s:o,s:b}", "run", (json_int_t)record->run, "block", block,
                     "thread", thread, "line", (json_int_t)record->line, "text",
                     json_of_view((View){record->text, record->size}), "malformed",
                     record->malformed);
}

json_t *json_of_prints(const PrintLog *prints)
{
    json_t *list = json_array();
    for (size_t i = 0; i < prints->records.size; i++)
        json_array_append_new(list, json_of_print(&prints->records.data[i]));
    return list;
}

static json_t *json_of_place(const Place *place)
{
    return json_pack("{s:o,s:o,s:I}", "function", json_of_text(place->function), "file",
                     json_of_text(place->file), "line", (json_int_t)place->line);
}

static json_t *json_of_who(Dim3 block, Dim3 thread, const Place *place)
{
    return json_pack("{s:o,s:o,s:o}", "block", json_of_dim(block), "thread", json_of_dim(thread),
                     "place", json_of_place(place));
}

static json_t *json_of_finding(const Finding *finding)
{
    char address[24];
    bool is_known = finding->variable && *finding->variable;
    snprintf(address, sizeof address, "0x%" PRIx64, finding->address);
    json_t *other = finding->has_other ? json_of_who(finding->other_block, finding->other_thread,
                                                     &finding->other_place)
                                       : json_null();
    return json_pack("{s:o,s:o,s:o,s:b,s:b,s:o,s:o,s:o,s:o,s:o,s:I,s:o,s:o}", "checker",
                     json_of_text(finding->checker), "rule", json_of_text(finding->rule), "text",
                     json_of_text(finding->text), "fatal", finding->fatal, "note", finding->note,
                     "block", json_of_dim(finding->block), "thread", json_of_dim(finding->thread),
                     "place", json_of_place(&finding->place), "other", other, "address",
                     finding->address ? json_string(address) : json_null(), "bytes",
                     (json_int_t)finding->bytes, "repeats", json_of_u64(finding->repeats),
                     "variable", is_known ? json_of_text(finding->variable) : json_null());
}

json_t *json_of_findings(const RunResult *run)
{
    json_t *list = json_array();
    for (size_t i = 0; i < run->findings.size; i++)
        json_array_append_new(list, json_of_finding(&run->findings.data[i]));
    return list;
}

/* The object of `list` whose `key` is `value`, made when it is not there; figures come grouped, so
 * it is mostly the last one. Consumes `value`. */
static json_t *group_of(json_t *list, const char *key, json_t *value)
{
    for (size_t i = json_array_size(list); i-- > 0;) {
        json_t *group = json_array_get(list, i);
        if (json_equal(json_object_get(group, key), value)) {
            json_decref(value);
            return group;
        }
    }
    json_t *group = json_pack("{s:o,s:{},s:{}}", key, value, "metrics", "ideals");
    json_array_append_new(list, group);
    return group;
}

json_t *json_of_kernels(const RunResult *run)
{
    json_t *list = json_array();
    for (size_t i = 0; i < run->metrics.size; i++) {
        const Metric *metric = &run->metrics.data[i];
        json_t *group = group_of(list, "kernel", json_of_text(metric->kernel));
        json_t *lines = json_object_get(group, "lines");
        if (!lines)
            json_object_set_new(group, "lines", lines = json_array());
        if (metric->line)
            group = group_of(lines, "line", json_integer(metric->line));
        json_object_set_new(json_object_get(group, "metrics"), metric->name,
                            json_of_real(metric->value));
        if (!isnan(metric->ideal))
            json_object_set_new(json_object_get(group, "ideals"), metric->name,
                                json_of_real(metric->ideal));
    }
    return list;
}

json_t *json_of_timing(const RunResult *run)
{
    const KernelTime *timing = &run->timing;
    Rates rates = run_rates(run);
    if (timing->samples == 0)
        return json_null();
    return json_pack("{s:I,s:I,s:f,s:f,s:f,s:f,s:b,s:f,s:f,s:f,s:f}", "samples",
                     (json_int_t)timing->samples, "launches_in_graph", (json_int_t)timing->joined,
                     "least_us", timing->least_us, "median_us", timing->median_us, "most_us",
                     timing->most_us, "variation", timing->variation, "stable", timing->stable,
                     "bytes_per_s", rates.bytes_per_s, "flops_per_s", rates.flops_per_s,
                     "ceiling_bytes_per_s", timing->ceilings.bytes_per_s, "ceiling_flops_per_s",
                     timing->ceilings.flops_per_s);
}

/* Addresses of lanes that took no part are null. */
static json_t *json_of_access(const WarpAccess *access)
{
    json_t *lanes = json_array();
    for (int lane = 0; lane < 32; lane++)
        json_array_append_new(lanes, access->mask >> lane & 1 ? json_of_u64(access->address[lane])
                                                              : json_null());
    return json_pack("{s:I,s:o,s:o,s:o,s:o,s:I,s:I,s:o,s:I,s:I}", "line", (json_int_t)access->line,
                     "kind", json_of_text(access->kind), "space", json_of_text(access->space),
                     "name", json_of_text(access->name), "block", json_of_dim(access->block),
                     "warp", (json_int_t)access->warp, "bytes", (json_int_t)access->bytes,
                     "addresses", lanes, "units", (json_int_t)access->units, "ideal",
                     (json_int_t)access->ideal);
}

json_t *json_of_accesses(const RunResult *run)
{
    json_t *list = json_array();
    for (size_t i = 0; i < run->accesses.size; i++)
        json_array_append_new(list, json_of_access(&run->accesses.data[i]));
    return list;
}

json_t *json_of_metrics(const json_t *kernels)
{
    json_t *metrics = json_object_get(json_array_get(kernels, 0), "metrics");
    return metrics ? json_incref(metrics) : json_object();
}

json_t *json_of_launch(const PreparedCase *prepared, const RunResult *run)
{
    json_t *ms = isnan(run->kernel_ms) ? json_null() : json_of_real(run->kernel_ms);
    return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "status",
                     launch_status_text(run->status), "error_name",
                     json_of_text(run->error_name ? run->error_name : ""), "error",
                     json_of_text(run->error_text ? run->error_text : ""), "kernel",
                     json_of_text(prepared->kernel), "grid", json_of_dim(prepared->grid), "block",
                     json_of_dim(prepared->block), "shared", json_of_u64(prepared->shared), "ms",
                     ms, "thread_instructions", json_of_u64(run->thread_instructions));
}

json_t *json_of_writer(const Writer *writer)
{
    if (!writer->known)
        return json_null();
    json_t *object = json_of_who(writer->block, writer->thread, &writer->place);
    json_t *before = json_array();
    for (size_t i = 0; i < writer->before.size; i++) {
        const Writer *one = &writer->before.data[i];
        json_array_append_new(before, json_of_who(one->block, one->thread, &one->place));
    }
    json_object_set_new(object, "before", before);
    return object;
}

static json_t *json_of_data(const BufferResult *buffer)
{
    uint64_t shown = buffer->count < DATA_SHOWN ? buffer->count : DATA_SHOWN;
    json_t *list = json_array();
    for (uint64_t i = 0; i < shown; i++)
        json_array_append_new(
            list, json_of_element(buffer->type, buffer->bytes + i * element_bytes(buffer->type)));
    return list;
}

json_t *json_of_buffer(size_t argument, const BufferResult *buffer, const char *saved_to)
{
    static const char *const roles[] = {
        [ROLE_IN] = "in", [ROLE_OUT] = "out", [ROLE_INOUT] = "inout"};
    bool data = buffer->bytes && !saved_to;
    json_t *guard =
        buffer->guard_before_broken || buffer->guard_after_broken
            ? json_pack("{s:b,s:b,s:I}", "before", buffer->guard_before_broken, "after",
                        buffer->guard_after_broken, "offset", (json_int_t)buffer->guard_offset)
            : json_null();
    return json_pack(
        "{s:I,s:o,s:s,s:s,s:o,s:[o,o,o],s:o,s:b,s:o,s:o,s:o,s:b,s:o}", "argument",
        (json_int_t)argument, "name", json_of_text(buffer->name), "role", roles[buffer->role],
        "type", element_text(buffer->type), "count", json_of_u64(buffer->count), "shape",
        json_of_u64(buffer->shape[0]), json_of_u64(buffer->shape[1]), json_of_u64(buffer->shape[2]),
        "unwritten", buffer->bytes ? json_of_u64(buffer_unwritten(buffer)) : json_null(),
        "input_changed", buffer->input_changed, "changed_by", json_of_writer(&buffer->changed_by),
        "guard_broken", guard, "data", data ? json_of_data(buffer) : json_null(), "truncated",
        data && buffer->count > DATA_SHOWN, "file", json_of_text(saved_to));
}

static int add_piece(const char *piece, size_t size, void *out)
{
    strbuf_add_bytes(out, piece, size);
    return 0;
}

void json_print(json_t *value, StrBuf *out)
{
    json_dump_callback(value, add_piece, out, JSON_INDENT(1) | JSON_ENSURE_ASCII);
    strbuf_add_byte(out, '\n');
    json_decref(value);
}
