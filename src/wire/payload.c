/* The payload of each message, described once for both directions. */
#include "wire/payload.h"

#include <stdlib.h>

#include "wire/host_code.h"

/* Fewest bytes that a text or a view takes. */
enum { TEXT_LEAST = 4 };

static void code_dim3(Codec *codec, Dim3 *dim)
{
    code_u32(codec, &dim->x);
    code_u32(codec, &dim->y);
    code_u32(codec, &dim->z);
}

static void code_place(Codec *codec, Place *place)
{
    code_text(codec, &place->function);
    code_text(codec, &place->file);
    code_u32(codec, &place->line);
}

static void code_limit(Codec *codec, DeviceLimit *limit)
{
    code_text(codec, &limit->name);
    code_i64(codec, &limit->value);
}

static void code_device(Codec *codec, DeviceInfo *device)
{
    uint32_t major = (uint32_t)device->major, minor = (uint32_t)device->minor;
    code_text(codec, &device->name);
    code_bool(codec, &device->simulated);
    code_below(codec, &major, 1000);
    code_below(codec, &minor, 1000);
    code_text(codec, &device->driver);
    code_text(codec, &device->nvrtc);
    code_u64(codec, &device->memory);
    code_u32(codec, &device->multiprocessors);
    code_vec(codec, &device->limits, 8 + TEXT_LEAST, code_limit);
    code_text(codec, &device->fit);
    code_text(codec, &device->trouble);
    code_bool(codec, &device->mig);
    device->major = (int)major;
    device->minor = (int)minor;
}

static void code_start(Codec *codec, StartMessage *message)
{
    code_text(codec, &message->device);
    code_text(codec, &message->profile);
}

static void code_choices(Codec *codec, DeviceChoices *choices)
{
    code_vec(codec, &choices->gpus, 9 + 5 * TEXT_LEAST, code_device);
    code_vec(codec, &choices->profiles, TEXT_LEAST, code_text);
    code_text(codec, &choices->gpu_trouble);
    code_text(codec, &choices->visible);
    code_u32(codec, &choices->ordinal);
}

static void code_hello(Codec *codec, HelloMessage *message)
{
    code_device(codec, &message->device);
    code_bool(codec, &message->has_device);
    code_bool(codec, &message->has_compiler);
    code_bool(codec, &message->misuse);
    code_text(codec, &message->device_trouble);
    code_text(codec, &message->compiler_trouble);
    code_text(codec, &message->libcuda_path);
    code_text(codec, &message->nvrtc_path);
    code_text(codec, &message->target);
    code_text(codec, &message->toolkit);
    code_choices(codec, &message->choices);
}

static void code_compile(Codec *codec, CompileMessage *message)
{
    View source = {message->source, message->size},
         host = {message->host_source, message->host_size};
    code_text(codec, &message->file);
    code_view(codec, &source);
    code_u32(codec, &message->wants);
    code_text(codec, &message->host_file);
    code_view(codec, &host);
    code_view(codec, &message->image);
    if (codec->out)
        return;
    message->source = memory_clone_bytes(source.data, source.size);
    message->size = source.size;
    message->host_source = memory_clone_bytes(host.data, host.size);
    message->host_size = host.size;
}

static void code_diagnostic(Codec *codec, Diagnostic *diagnostic)
{
    code_enum(codec, &diagnostic->severity, SEVERITY_ERROR + 1);
    code_text(codec, &diagnostic->file);
    code_u32(codec, &diagnostic->line);
    code_u32(codec, &diagnostic->column);
    code_text(codec, &diagnostic->text);
}

static void code_kernel_code(Codec *codec, KernelCode *code)
{
    code_text(codec, &code->name);
    code_u32(codec, &code->registers);
    code_u32(codec, &code->barriers);
    code_u32(codec, &code->stack);
    code_u32(codec, &code->spill_stores);
    code_u32(codec, &code->spill_loads);
}

/* A text that may be missing. */
static void code_optional(Codec *codec, char **text)
{
    bool there = *text != NULL;
    code_bool(codec, &there);
    if (there)
        code_text(codec, text);
}

static void code_compiled(Codec *codec, CompileResult *result)
{
    code_bool(codec, &result->ran);
    code_bool(codec, &result->ok);
    code_text(codec, &result->trouble);
    code_f64(codec, &result->ms);
    code_vec(codec, &result->kernels, TEXT_LEAST, code_text);
    code_vec(codec, &result->parameters, TEXT_LEAST, code_text);
    code_vec(codec, &result->diagnostics, 12 + 2 * TEXT_LEAST, code_diagnostic);
    code_optional(codec, &result->machine);
    code_vec(codec, &result->code, 16 + TEXT_LEAST, code_kernel_code);
    code_optional(codec, &result->ptx);
    code_optional(codec, &result->sass);
    code_optional(codec, &result->sass_trouble);
    View image = strbuf_view(&result->image);
    code_view(codec, &image);
    if (!codec->out)
        strbuf_add(&result->image, image);
}

static void code_argument(Codec *codec, RunArgument *argument)
{
    code_text(codec, &argument->name);
    code_bool(codec, &argument->is_buffer);
    code_enum(codec, &argument->type, ELEMENT_COUNT);
    code_enum(codec, &argument->role, ROLE_INOUT + 1);
    code_u64(codec, &argument->count);
    for (int i = 0; i < 3; i++)
        code_u64(codec, &argument->shape[i]);
    code_bytes(codec, argument->scalar, sizeof argument->scalar);
}

static void code_number(Codec *codec, RunNumber *number)
{
    code_text(codec, &number->name);
    code_i64(codec, &number->integer);
    code_f64(codec, &number->real);
}

static void code_run(Codec *codec, RunMessage *message)
{
    code_text(codec, &message->kernel);
    code_dim3(codec, &message->grid);
    code_dim3(codec, &message->block);
    code_u64(codec, &message->shared);
    code_u32(codec, &message->checks);
    code_u64(codec, &message->seed);
    code_u64(codec, &message->budget);
    code_u64(codec, &message->print_limit);
    code_bool(codec, &message->time);
    code_bool(codec, &message->schedule);
    code_bool(codec, &message->hurry);
    code_f64(codec, &message->ceilings.bytes_per_s);
    code_f64(codec, &message->ceilings.flops_per_s);
    code_vec(codec, &message->arguments, TEXT_LEAST + 49, code_argument);
    code_bool(codec, &message->host);
    code_vec(codec, &message->numbers, TEXT_LEAST + 16, code_number);
}

static void code_chunk(Codec *codec, ChunkMessage *message)
{
    code_u32(codec, &message->argument);
    code_u64(codec, &message->offset);
    code_view(codec, &message->bytes);
}

static void code_finding(Codec *codec, Finding *finding)
{
    code_text(codec, &finding->checker);
    code_text(codec, &finding->rule);
    code_text(codec, &finding->text);
    code_text(codec, &finding->variable);
    code_bool(codec, &finding->fatal);
    code_dim3(codec, &finding->block);
    code_dim3(codec, &finding->thread);
    code_place(codec, &finding->place);
    code_bool(codec, &finding->has_other);
    code_dim3(codec, &finding->other_block);
    code_dim3(codec, &finding->other_thread);
    code_place(codec, &finding->other_place);
    code_u64(codec, &finding->address);
    code_u32(codec, &finding->bytes);
    code_u64(codec, &finding->repeats);
    code_bool(codec, &finding->note);
}

static void code_metric(Codec *codec, Metric *metric)
{
    code_text(codec, &metric->kernel);
    code_text(codec, &metric->name);
    code_u32(codec, &metric->line);
    code_f64(codec, &metric->value);
    code_f64(codec, &metric->ideal);
}

static void code_access(Codec *codec, WarpAccess *access)
{
    code_u32(codec, &access->line);
    code_dim3(codec, &access->block);
    code_u32(codec, &access->warp);
    code_text(codec, &access->kind);
    code_text(codec, &access->space);
    code_text(codec, &access->name);
    code_u32(codec, &access->bytes);
    code_u32(codec, &access->mask);
    for (int lane = 0; lane < 32; lane++)
        code_u64(codec, &access->address[lane]);
    code_u32(codec, &access->units);
    code_u32(codec, &access->ideal);
}

static void code_one_writer(Codec *codec, Writer *writer)
{
    code_bool(codec, &writer->known);
    code_dim3(codec, &writer->block);
    code_dim3(codec, &writer->thread);
    code_place(codec, &writer->place);
}

static void code_writer(Codec *codec, Writer *writer)
{
    code_one_writer(codec, writer);
    code_vec(codec, &writer->before, 29 + 2 * TEXT_LEAST, code_one_writer);
}

static void code_buffer(Codec *codec, BufferResult *buffer)
{
    code_text(codec, &buffer->name);
    code_enum(codec, &buffer->type, ELEMENT_COUNT);
    code_enum(codec, &buffer->role, ROLE_INOUT + 1);
    code_u64(codec, &buffer->count);
    for (int i = 0; i < 3; i++)
        code_u64(codec, &buffer->shape[i]);
    code_bool(codec, &buffer->input_changed);
    code_u64(codec, &buffer->first_changed);
    code_writer(codec, &buffer->changed_by);
    code_bool(codec, &buffer->guard_before_broken);
    code_bool(codec, &buffer->guard_after_broken);
    code_i64(codec, &buffer->guard_offset);
}

static void code_buffers(Codec *codec, RunResult *run)
{
    size_t count = run->buffer_count;
    code_count(codec, &count, 60);
    if (!codec->out) {
        run->buffers = memory_alloc_array(count + 1, sizeof *run->buffers);
        run->buffer_count = count;
    }
    for (size_t i = 0; i < count; i++)
        code_buffer(codec, &run->buffers[i]);
}

static void code_timing(Codec *codec, KernelTime *timing)
{
    code_u32(codec, &timing->samples);
    code_u32(codec, &timing->joined);
    code_f64(codec, &timing->least_us);
    code_f64(codec, &timing->median_us);
    code_f64(codec, &timing->most_us);
    code_f64(codec, &timing->variation);
    code_bool(codec, &timing->stable);
    code_f64(codec, &timing->ceilings.bytes_per_s);
    code_f64(codec, &timing->ceilings.flops_per_s);
}

static void code_span(Codec *codec, ScheduleSpan *span)
{
    code_u64(codec, &span->block);
    code_u32(codec, &span->sm);
    code_f64(codec, &span->begin_ns);
    code_f64(codec, &span->end_ns);
}

/* What a picture is drawn from must agree: an SM that is not there would be drawn outside. */
static void check_schedule(Codec *codec, Schedule *schedule)
{
    bool fits = schedule->sms <= SCHEDULE_SMS && schedule->parts <= SCHEDULE_PARTS &&
                schedule->busy.size == (size_t)schedule->sms * schedule->parts;
    for (size_t i = 0; fits && i < schedule->spans.size; i++)
        fits = schedule->spans.data[i].sm < schedule->sms;
    codec->bad |= !fits;
}

static void code_schedule(Codec *codec, Schedule *schedule)
{
    code_bool(codec, &schedule->simulated);
    code_u64(codec, &schedule->blocks);
    code_u64(codec, &schedule->unseen);
    code_u32(codec, &schedule->sms);
    code_u32(codec, &schedule->used_sms);
    code_u32(codec, &schedule->per_sm);
    code_u32(codec, &schedule->plain_sm);
    code_f64(codec, &schedule->total_ns);
    code_f64(codec, &schedule->tick_ns);
    code_f64(codec, &schedule->waves);
    code_u64(codec, &schedule->last_blocks);
    code_u32(codec, &schedule->last_sms);
    code_f64(codec, &schedule->tail_ns);
    code_f64(codec, &schedule->tail_filled);
    code_f64(codec, &schedule->filled);
    code_f64(codec, &schedule->least_ns);
    code_f64(codec, &schedule->median_ns);
    code_f64(codec, &schedule->most_ns);
    code_vec(codec, &schedule->spans, 28, code_span);
    code_vec(codec, &schedule->wave_ns, 8, code_f64);
    code_u32(codec, &schedule->parts);
    code_vec(codec, &schedule->busy, 8, code_f64);
    code_optional(codec, &schedule->trouble);
    if (!codec->out)
        check_schedule(codec, schedule);
}

static void code_ran(Codec *codec, RanMessage *message)
{
    RunResult *run = &message->run;
    code_enum(codec, &run->status, LAUNCH_STATUS_COUNT);
    code_text(codec, &run->error_name);
    code_text(codec, &run->error_text);
    code_buffers(codec, run);
    code_vec(codec, &run->findings, 86, code_finding);
    code_vec(codec, &run->metrics, 28, code_metric);
    code_vec(codec, &run->accesses, 304, code_access);
    code_u64(codec, &run->prints);
    code_u64(codec, &run->prints_lost);
    code_f64(codec, &run->kernel_ms);
    code_u64(codec, &run->thread_instructions);
    code_host_run(codec, &run->host);
    code_timing(codec, &run->timing);
    code_schedule(codec, &run->schedule);
    code_bool(codec, &message->spent);
    code_bool(codec, &run->repeated); /* last: see ran_mark_repeated() */
}

void ran_mark_repeated(StrBuf *message)
{
    message->data[message->size - 1] = 1;
}

static void code_ask(Codec *codec, AskMessage *message)
{
    code_u32(codec, &message->run);
    code_u32(codec, &message->argument);
    code_u64(codec, &message->offset);
}

/* Nothing of its own to free. */
static void forget_chunk(ChunkMessage *message)
{
    *message = (ChunkMessage){0};
}

static void forget_ask(AskMessage *message)
{
    *message = (AskMessage){0};
}

/* The pair of public functions of a message. Writing does not change what it is given. */
#define PAYLOAD(name, Type, coder, freer)                \
    void name##_encode(const Type *message, StrBuf *out) \
    {                                                    \
        Codec codec = {.out = out};                      \
        coder(&codec, (Type *)message);                  \
    }                                                    \
    bool name##_decode(View payload, Type *out)          \
    {                                                    \
        Codec codec = {.in = payload};                   \
        *out = (Type){0};                                \
        coder(&codec, out);                              \
        if (codec_done(&codec))                          \
            return true;                                 \
        freer(out);                                      \
        return false;                                    \
    }

PAYLOAD(start, StartMessage, code_start, start_message_free)
PAYLOAD(hello, HelloMessage, code_hello, hello_message_free)
PAYLOAD(compile, CompileMessage, code_compile, compile_message_free)
PAYLOAD(run, RunMessage, code_run, run_message_free)
PAYLOAD(chunk, ChunkMessage, code_chunk, forget_chunk)
PAYLOAD(ran, RanMessage, code_ran, ran_message_free)
PAYLOAD(ask, AskMessage, code_ask, forget_ask)
PAYLOAD(writer, Writer, code_writer, writer_free)
PAYLOAD(compiled, CompileResult, code_compiled, compile_result_free)
