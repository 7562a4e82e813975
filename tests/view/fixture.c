/* The directives of scripts: course, text, results. */
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST = 16 }; /* of anything that is kept in plain arrays */

static View word(View *rest)
{
    View piece;
    *rest = view_trim(*rest);
    if (!view_split(rest, ' ', &piece))
        piece = (View){"", 0};
    *rest = view_trim(*rest);
    return piece;
}

static char *keep(Fixture *fixture, View text)
{
    return arena_clone(&fixture->arena, text);
}

static char *keep_word(Fixture *fixture, View *rest)
{
    return keep(fixture, word(rest));
}

static double number(View *rest)
{
    double value = NAN;
    view_to_f64(word(rest), &value);
    return value;
}

static uint32_t count(View *rest)
{
    uint64_t value = 0;
    view_to_u64(word(rest), &value);
    return (uint32_t)value;
}

static Lesson *last_lesson(Fixture *fixture)
{
    Course *course = &fixture->session.course;
    return course->lesson_count ? &course->lessons[course->lesson_count - 1] : NULL;
}

static Exercise *last_exercise(Fixture *fixture)
{
    Lesson *lesson = last_lesson(fixture);
    return lesson && lesson->exercise_count ? &lesson->exercises[lesson->exercise_count - 1] : NULL;
}

static CaseResult *last_case(Fixture *fixture)
{
    Verdict *verdict = &fixture->session.verdict;
    return verdict->cases.size ? &vec_last(&verdict->cases) : NULL;
}

static bool add_lesson(Fixture *fixture, View rest, View block)
{
    Course *course = &fixture->session.course;
    Lesson *lesson = &course->lessons[course->lesson_count++];
    lesson->number = (int)count(&rest);
    lesson->id = lesson->title = keep(fixture, rest);
    lesson->part = (char *)"A. Threads and blocks";
    lesson->text = keep(fixture, block);
    lesson->exercises = arena_alloc_array(&fixture->arena, MOST, sizeof *lesson->exercises);
    return course->lesson_count < MOST;
}

static bool add_exercise(Fixture *fixture, View rest, View block)
{
    Lesson *lesson = last_lesson(fixture);
    if (!lesson)
        return false;
    Exercise *exercise = &lesson->exercises[lesson->exercise_count++];
    exercise->lesson = lesson;
    exercise->id = keep_word(fixture, &rest);
    exercise->title = keep(fixture, rest);
    exercise->kind = EXERCISE_FIX;
    exercise->kernel = (char *)"kernel";
    exercise->starter = exercise->solution = (char *)CULAB_SOURCE_DIR "/tests/view/kernel.cu";
    exercise->task = keep(fixture, block);
    exercise->reference = (char *)"reference";
    exercise->tolerance = (Tolerance){TOLERANCE_RELATIVE, 1e-6};
    exercise->hints = arena_alloc_array(&fixture->arena, MOST, sizeof *exercise->hints);
    return true;
}

static bool add_hint(Fixture *fixture, View rest, View block)
{
    Exercise *exercise = last_exercise(fixture);
    (void)block;
    exercise->hints[exercise->hint_count++] = keep(fixture, rest);
    return true;
}

static bool add_objective(Fixture *fixture, View rest, View block)
{
    (void)block;
    last_lesson(fixture)->objective = keep(fixture, rest);
    return true;
}

static bool add_question(Fixture *fixture, View rest, View block)
{
    Question *question = arena_alloc(&fixture->arena, sizeof *question);
    View line;
    question->text = keep(fixture, rest);
    question->choices = arena_alloc_array(&fixture->arena, MOST, sizeof *question->choices);
    while (view_split(&block, '\n', &line)) {
        if (view_starts(line, "+"))
            question->answer = question->choice_count;
        if (view_starts(line, "="))
            question->explanation = keep(fixture, view_slice(line, 2, line.size));
        else
            question->choices[question->choice_count++] =
                keep(fixture, view_slice(line, 2, line.size));
    }
    last_exercise(fixture)->question = question;
    return true;
}

static bool set_text(Fixture *fixture, View rest, View block)
{
    (void)rest;
    strbuf_clear(&fixture->session.starter);
    strbuf_add(&fixture->session.starter, block);
    return true;
}

/* "other": the kernel beside a host program */
static bool set_other(Fixture *fixture, View rest, View block)
{
    (void)rest;
    fixture->session.other = text_new(block);
    return true;
}

static bool set_recovery(Fixture *fixture, View rest, View block)
{
    (void)rest;
    fixture->session.recovery = memory_clone_bytes(block.data, block.size);
    return true;
}

static bool add_diagnostic(Fixture *fixture, View rest, View block)
{
    CompileResult *compile = &fixture->session.compile;
    Diagnostic diagnostic = {.file = (char *)"kernel.cu"};
    View severity = word(&rest);
    (void)block;
    diagnostic.severity = view_equal_text(severity, "error")     ? SEVERITY_ERROR
                          : view_equal_text(severity, "warning") ? SEVERITY_WARNING
                                                                 : SEVERITY_NOTE;
    diagnostic.line = count(&rest);
    diagnostic.text = keep(fixture, rest);
    compile->ran = true;
    compile->ok &= diagnostic.severity != SEVERITY_ERROR;
    vec_push(&compile->diagnostics, diagnostic);
    fixture->session.compiled = true;
    return true;
}

static CaseVerdict verdict_of(View text)
{
    return view_equal_text(text, "pass")      ? CASE_PASS
           : view_equal_text(text, "fail")    ? CASE_FAIL
           : view_equal_text(text, "trouble") ? CASE_TROUBLE
                                              : CASE_PENDING;
}

static bool add_case(Fixture *fixture, View rest, View block)
{
    CaseSpec *spec = arena_alloc(&fixture->arena, sizeof *spec);
    CaseResult result = {.spec = spec, .verdict = verdict_of(word(&rest))};
    (void)block;
    spec->hidden = view_starts(rest, "hidden");
    spec->name = keep(fixture, rest);
    result.run.status = LAUNCH_OK;
    result.run.buffers = arena_alloc_array(&fixture->arena, MOST, sizeof(BufferResult));
    result.prepared.arguments = arena_alloc_array(&fixture->arena, MOST, sizeof(PreparedArgument));
    result.prepared.block = (Dim3){64, 1, 1};
    result.prepared.kernel = (char *)"kernel";
    result.reference.expected = arena_alloc_array(&fixture->arena, MOST, sizeof(unsigned char *));
    vec_push(&fixture->session.verdict.cases, result);
    fixture->session.judged = fixture->session.compiled = true;
    fixture->session.compile.ran = true;
    return true;
}

static bool add_sentence(Fixture *fixture, View rest, View block)
{
    (void)block;
    vec_push(&last_case(fixture)->sentences, keep(fixture, rest));
    return true;
}

static bool set_headline(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.verdict.verdict = verdict_of(word(&rest));
    fixture->session.verdict.headline = keep(fixture, rest);
    return true;
}

/* "finding RULE LINE BLOCK THREAD TEXT" */
static bool add_finding(Fixture *fixture, View rest, View block)
{
    Finding finding = {.rule = keep_word(fixture, &rest), .repeats = 1};
    (void)block;
    finding.place.line = count(&rest);
    finding.block.x = count(&rest);
    finding.thread.x = count(&rest);
    finding.text = keep(fixture, rest);
    vec_push(&last_case(fixture)->run.findings, finding);
    return true;
}

/* "with LINE": the other line of the finding before. */
static bool set_with(Fixture *fixture, View rest, View block)
{
    Finding *finding = &vec_last(&last_case(fixture)->run.findings);
    (void)block;
    finding->has_other = true;
    finding->other_place.line = count(&rest);
    return true;
}

/* "print BLOCK THREAD LINE TEXT" */
static bool add_print(Fixture *fixture, View rest, View block)
{
    PrintRecord record = {.attributed = true};
    (void)block;
    record.block.x = count(&rest);
    record.thread.x = count(&rest);
    record.line = count(&rest);
    record.text = rest.data;
    record.size = rest.size;
    record.run = fixture->print_run;
    print_log_add(&fixture->session.prints, &record);
    return true;
}

/* "of-case INDEX": which case prints from here on */
static bool set_print_run(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->print_run = count(&rest);
    return true;
}

/* "prints COUNT": so many lines, for the virtual list. */
static bool add_prints(Fixture *fixture, View rest, View block)
{
    uint32_t wanted = count(&rest);
    (void)block;
    for (uint32_t i = 0; i < wanted; i++) {
        char text[32];
        PrintRecord record = {.attributed = true, .line = 3, .text = text};
        record.block.x = i / 256;
        record.thread.x = i % 256;
        record.size = (size_t)snprintf(text, sizeof text, "value %u", i);
        print_log_add(&fixture->session.prints, &record);
    }
    return true;
}

static bool set_lost(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.prints.lost = count(&rest);
    return true;
}

static float *keep_floats(Fixture *fixture, View list, size_t *size)
{
    float *values = arena_alloc_array(&fixture->arena, 4096, sizeof *values);
    *size = 0;
    while (view_trim(list).size > 0 && *size < 4096) {
        bool poison = view_starts(list, "poison");
        values[*size] = (float)number(&list);
        if (poison)
            memset(&values[*size], POISON_BYTE, sizeof *values);
        ++*size;
    }
    return values;
}

/* "buffer NAME WIDTH HEIGHT", then two lines: expected and got. */
static bool add_buffer(Fixture *fixture, View rest, View block)
{
    CaseResult *result = last_case(fixture);
    size_t at = result->prepared.argument_count++, size;
    BufferResult *buffer = &result->run.buffers[result->run.buffer_count++];
    View expected, got;
    if (!view_split(&block, '\n', &expected) || !view_split(&block, '\n', &got))
        return false;
    *buffer =
        (BufferResult){.name = keep_word(fixture, &rest), .type = ELEMENT_F32, .role = ROLE_OUT};
    buffer->shape[0] = count(&rest);
    buffer->shape[1] = count(&rest);
    buffer->shape[2] = 1;
    result->prepared.arguments[at].name = buffer->name;
    result->prepared.arguments[at].is_buffer = true;
    float *want = keep_floats(fixture, expected, &size), *have = keep_floats(fixture, got, &size);
    buffer->count = size;
    buffer->bytes = (unsigned char *)have;
    result->reference.expected[at] = (unsigned char *)want;
    result->reference.count = at + 1;
    Comparison comparison = {0};
    comparison_make(ELEMENT_F32, &(Tolerance){TOLERANCE_RELATIVE, 1e-6}, want, have, size,
                    &comparison);
    comparison.argument = at;
    vec_push(&result->comparisons, comparison);
    return true;
}

/* "writer MISMATCH BLOCK THREAD LINE [BLOCK THREAD LINE...]": of the last comparison; earlier ones
 * behind it. */
static bool set_writer(Fixture *fixture, View rest, View block)
{
    Comparison *comparison = &vec_last(&last_case(fixture)->comparisons);
    uint32_t which = count(&rest);
    (void)block;
    if (which >= comparison->mismatches.size)
        return false;
    Writer *writer = &comparison->mismatches.data[which].writer;
    writer->known = true;
    writer->block.x = count(&rest);
    writer->thread.x = count(&rest);
    writer->place.line = count(&rest);
    while (rest.size > 0) { /* who wrote there before */
        Writer earlier = {.known = true};
        earlier.block.x = count(&rest);
        earlier.thread.x = count(&rest);
        earlier.place.line = count(&rest);
        vec_push(&writer->before, earlier);
    }
    return true;
}

/* "code MACHINE REGISTERS" and the PTX in the block; a second one makes the first the code before.
 */
static bool set_code(Fixture *fixture, View rest, View block)
{
    CompileResult *compile = &fixture->session.compile;
    free(fixture->session.ptx_before);
    fixture->session.ptx_before = compile->ptx;
    compile->ptx = memory_clone_bytes(block.data, block.size);
    compile->machine = keep_word(fixture, &rest);
    KernelCode code = {.name = (char *)"kernel", .registers = count(&rest)};
    vec_clear(&compile->code);
    vec_push(&compile->code, code);
    fixture->session.compiled = compile->ran = true;
    return true;
}

/* "sass" and nvdisasm's listing in the block */
static bool set_sass(Fixture *fixture, View rest, View block)
{
    (void)rest;
    fixture->session.compile.sass = memory_clone_bytes(block.data, block.size);
    return true;
}

/* "metric NAME LINE VALUE IDEAL" */
static bool add_metric(Fixture *fixture, View rest, View block)
{
    Metric metric = {.kernel = (char *)"kernel", .name = keep_word(fixture, &rest)};
    (void)block;
    metric.line = count(&rest);
    metric.value = number(&rest);
    metric.ideal = number(&rest);
    vec_push(&last_case(fixture)->run.metrics, metric);
    return true;
}

/* "access LINE SPACE KIND NAME STRIDE UNITS IDEAL": all lanes, 4 bytes each, STRIDE bytes apart */
static bool add_access(Fixture *fixture, View rest, View block)
{
    WarpAccess access = {.bytes = 4, .mask = UINT32_MAX};
    (void)block;
    access.line = count(&rest);
    access.space = keep_word(fixture, &rest);
    access.kind = keep_word(fixture, &rest);
    access.name = keep_word(fixture, &rest);
    uint64_t stride = count(&rest);
    access.units = count(&rest);
    access.ideal = count(&rest);
    for (uint64_t lane = 0; lane < 32; lane++)
        access.address[lane] = lane * stride;
    vec_push(&last_case(fixture)->run.accesses, access);
    return true;
}

/* "time MEDIAN_US BYTES_PER_S FLOPS_PER_S": the ceilings behind the median */
static bool set_time(Fixture *fixture, View rest, View block)
{
    KernelTime *time = &last_case(fixture)->run.timing;
    (void)block;
    time->samples = 15;
    time->median_us = time->least_us = time->most_us = number(&rest);
    time->ceilings.bytes_per_s = number(&rest);
    time->ceilings.flops_per_s = number(&rest);
    time->stable = true;
    return true;
}

/* "schedule BLOCKS SMS PER_SM NS": so many blocks of that length, by the clock of a GPU */
static bool set_schedule(Fixture *fixture, View rest, View block)
{
    uint64_t blocks = count(&rest), sms = count(&rest), per_sm = count(&rest), ns = count(&rest);
    BlockStamp *stamps = memory_alloc_array(blocks, sizeof *stamps);
    (void)block;
    for (uint64_t i = 0; i < blocks; i++) {
        uint64_t begin = 1000 + i / (sms * per_sm) * ns;
        stamps[i] = (BlockStamp){begin, begin + ns, (uint32_t)(i % sms), 0};
    }
    ScheduleInput input = {.stamps = stamps,
                           .blocks = blocks,
                           .sms = (uint32_t)sms,
                           .per_sm = (uint32_t)per_sm,
                           .tick_ns = 1};
    schedule_make(&input, &last_case(fixture)->run.schedule);
    free(stamps);
    return true;
}

/* "beside", then a line: what the simulator gave of the last buffer */
static bool set_beside(Fixture *fixture, View rest, View block)
{
    RunResult *run = &last_case(fixture)->run;
    size_t size;
    View line;
    (void)rest;
    if (!view_split(&block, '\n', &line))
        return false;
    run->buffers[run->buffer_count - 1].beside = (unsigned char *)keep_floats(fixture, line, &size);
    return true;
}

/* "gate METRIC VALUE IDEAL LIMIT LABEL" */
static bool add_gate(Fixture *fixture, View rest, View block)
{
    GateSpec *spec = arena_alloc(&fixture->arena, sizeof *spec);
    GateResult gate = {.spec = spec};
    (void)block;
    spec->metric = keep_word(fixture, &rest);
    gate.value = number(&rest);
    spec->ideal = number(&rest);
    spec->limit = number(&rest);
    spec->label = keep(fixture, rest);
    gate.passed = gate.value <= spec->limit;
    gate.missing = isnan(gate.value);
    vec_push(&fixture->session.verdict.gates, gate);
    return true;
}

/* "instructions COUNT": of threads, in the case before */
static bool set_instructions(Fixture *fixture, View rest, View block)
{
    (void)block;
    last_case(fixture)->run.thread_instructions = count(&rest);
    return true;
}

/* "at-least" takes what "gate" takes. */
static bool add_gate_at_least(Fixture *fixture, View rest, View block)
{
    add_gate(fixture, rest, block);
    GateResult *gate = &vec_last(&fixture->session.verdict.gates);
    GateSpec *spec = arena_alloc(&fixture->arena, sizeof *spec);
    *spec = *gate->spec;
    spec->at_least = true;
    gate->spec = spec;
    gate->passed = gate->value >= spec->limit;
    return true;
}

static bool set_device(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.device = (DeviceInfo){.name = keep(fixture, rest), .nvrtc = (char *)"13.0"};
    return true;
}

/* "option DEVICE PROFILE TEXT": one to be chosen; "-": no profile */
static bool add_option(Fixture *fixture, View rest, View block)
{
    char *device = keep_word(fixture, &rest), *profile = keep_word(fixture, &rest);
    (void)block;
    DeviceOption option = {device, strcmp(profile, "-") ? profile : (char *)"", keep(fixture, rest),
                           (char *)"", false};
    vec_push(&fixture->session.devices, option);
    return true;
}

/* "limit VALUE NAME": of the device in use */
static bool add_limit(Fixture *fixture, View rest, View block)
{
    DeviceLimit limit = {.value = (int64_t)count(&rest)};
    (void)block;
    limit.name = keep(fixture, rest);
    vec_push(&fixture->session.device.limits, limit);
    return true;
}

static bool set_trouble(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.device_trouble = keep(fixture, rest);
    return true;
}

static bool set_latency(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.latency_ms = number(&rest);
    return true;
}

static bool set_phase(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.phase = view_equal_text(rest, "running") ? PHASE_RUNNING : PHASE_IDLE;
    return true;
}

/* "output": what the host program that runs has written */
static bool set_output(Fixture *fixture, View rest, View block)
{
    (void)rest;
    strbuf_clear(&fixture->session.output);
    strbuf_add(&fixture->session.output, block);
    return true;
}

static bool set_notice(Fixture *fixture, View rest, View block)
{
    (void)block;
    fixture->session.noticed = true;
    fixture->session.notice =
        (Notice){SEVERITY_WARNING, keep(fixture, rest), fixture->session.notice.at_ns + 1};
    return true;
}

static bool set_fresh(Fixture *fixture, View rest, View block)
{
    (void)rest;
    (void)block;
    fixture->session.stale = false;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(Fixture *fixture, View rest, View block);
} directives[] = {
    {"lesson", add_lesson},
    {"objective", add_objective},
    {"exercise", add_exercise},
    {"hint", add_hint},
    {"question", add_question},
    {"text", set_text},
    {"recovery", set_recovery},
    {"diagnostic", add_diagnostic},
    {"case", add_case},
    {"sentence", add_sentence},
    {"headline", set_headline},
    {"finding", add_finding},
    {"with", set_with},
    {"print", add_print},
    {"of-case", set_print_run},
    {"prints", add_prints},
    {"lost", set_lost},
    {"buffer", add_buffer},
    {"writer", set_writer},
    {"metric", add_metric},
    {"access", add_access},
    {"time", set_time},
    {"schedule", set_schedule},
    {"code", set_code},
    {"sass", set_sass},
    {"gate", add_gate},
    {"at-least", add_gate_at_least},
    {"instructions", set_instructions},
    {"device", set_device},
    {"latency", set_latency},
    {"phase", set_phase},
    {"notice", set_notice},
    {"fresh", set_fresh},
    {"output", set_output},
    {"beside", set_beside},
    {"other", set_other},
    {"option", add_option},
    {"limit", add_limit},
    {"device-trouble", set_trouble},
};

bool fixture_line(Fixture *fixture, View directive, View rest, View block)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (view_equal_text(directive, directives[i].name))
            return directives[i].take(fixture, rest, block);
    return false;
}

void fixture_init(Fixture *fixture)
{
    *fixture = (Fixture){.session = {
                             .live = true,
                             .latency_ms = NAN,
                             .prediction = -1,
                             .compile = {.ok = true},
                         }};
    fixture->session.course.lessons = arena_alloc_array(&fixture->arena, MOST, sizeof(Lesson));
}

void fixture_free(Fixture *fixture)
{
    Session *session = &fixture->session;
    for (size_t i = 0; i < session->verdict.cases.size; i++) {
        CaseResult *result = &session->verdict.cases.data[i];
        for (size_t j = 0; j < result->comparisons.size; j++)
            comparison_free(&result->comparisons.data[j]);
        vec_free(&result->comparisons);
        for (size_t j = 0; j < result->explanations.size; j++)
            explanation_free(&result->explanations.data[j]);
        vec_free(&result->explanations);
        vec_free(&result->sentences);
        vec_free(&result->run.findings);
        vec_free(&result->run.metrics);
        vec_free(&result->run.accesses);
        schedule_free(&result->run.schedule);
    }
    vec_free(&session->verdict.cases);
    vec_free(&session->verdict.gates);
    vec_free(&session->compile.diagnostics);
    vec_free(&session->compile.code);
    free(session->compile.ptx);
    free(session->compile.sass);
    free(session->ptx_before);
    print_log_free(&session->prints);
    strbuf_free(&session->starter);
    strbuf_free(&session->output);
    vec_free(&session->devices);
    vec_free(&session->device.limits);
    free(session->recovery);
    text_free(session->text);
    if (session->other)
        text_free(session->other);
    arena_free(&fixture->arena);
}
