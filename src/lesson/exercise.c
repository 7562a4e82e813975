/* Builds an exercise from its texts. */
#include <stdio.h>
#include <string.h>

#include "lesson/build.h"

static const char *const kind_texts[] = {
    [EXERCISE_PREDICT] = "predict",   [EXERCISE_FIX] = "fix",         [EXERCISE_WRITE] = "write",
    [EXERCISE_OPTIMISE] = "optimise", [EXERCISE_ARRANGE] = "arrange", [EXERCISE_HOST] = "host",
};

const char *exercise_kind_text(ExerciseKind kind)
{
    return kind_texts[kind];
}

/* "n = 128, width = 640" */
static bool build_variables(const Builder *builder, const char *id, const char *set, CaseSpec *out)
{
    View rest = view_of(set), piece;
    size_t limit = 1;
    for (const char *at = set; *at; at++)
        limit += *at == ',';
    out->variables = arena_alloc_array(builder->arena, limit, sizeof *out->variables);
    while (view_split(&rest, ',', &piece)) {
        CaseVariable *variable = &out->variables[out->variable_count++];
        size_t equals = view_find(piece, '=');
        View name = view_trim(view_slice(piece, 0, equals));
        View value = view_trim(view_slice(piece, equals + (equals < piece.size), piece.size));
        if (name.size == 0 || !view_to_i64(value, &variable->value))
            return builder_fail(builder, id, set, "\"%s\" is not a list such as n = 128, m = 3",
                                set);
        variable->name = arena_clone(builder->arena, name);
    }
    return true;
}

static bool build_cases(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    out->case_count = raw->case_count;
    out->cases = arena_alloc_array(builder->arena, raw->case_count, sizeof *out->cases);
    for (unsigned i = 0; i < raw->case_count; i++) {
        out->cases[i].name = builder_clone(builder, raw->cases[i].name);
        out->cases[i].hidden = raw->cases[i].hidden;
        if (raw->cases[i].set &&
            !build_variables(builder, raw->id, raw->cases[i].set, &out->cases[i]))
            return false;
    }
    return true;
}

static bool build_arguments(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    out->argument_count = raw->argument_count;
    out->arguments = arena_alloc_array(builder->arena, raw->argument_count, sizeof *out->arguments);
    for (unsigned i = 0; i < raw->argument_count; i++)
        if (!argument_build(builder, raw->id, &raw->arguments[i], &out->arguments[i]))
            return false;
    return true;
}

/* "exact", "absolute 1e-6", "relative 1e-5", "ulp 2" */
static bool build_tolerance(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    static const struct {
        const char *word;
        ToleranceKind kind;
    } kinds[] = {
        {"absolute", TOLERANCE_ABSOLUTE}, {"relative", TOLERANCE_RELATIVE}, {"ulp", TOLERANCE_ULP}};
    if (!raw->tolerance || strcmp(raw->tolerance, "exact") == 0)
        return true;
    View rest = view_trim(view_of(raw->tolerance)), word;
    view_split(&rest, ' ', &word);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (view_equal_text(word, kinds[i].word) &&
            view_to_f64(view_trim(rest), &out->tolerance.limit) && out->tolerance.limit >= 0) {
            out->tolerance.kind = kinds[i].kind;
            return true;
        }
    return builder_fail(builder, raw->id, raw->tolerance,
                        "\"%s\" is no tolerance; expected exact, absolute X, relative X or ulp X",
                        raw->tolerance);
}

static bool build_gates(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    out->gate_count = raw->gate_count;
    out->gates = arena_alloc_array(builder->arena, raw->gate_count, sizeof *out->gates);
    for (unsigned i = 0; i < raw->gate_count; i++) {
        const RawGate *from = &raw->gates[i];
        GateSpec *to = &out->gates[i];
        to->metric = builder_clone(builder, from->metric);
        to->label = builder_clone(builder, from->label);
        const char *bound = from->limit ? from->limit : from->least;
        if (!from->limit == !from->least)
            return builder_fail(builder, raw->id, from->metric,
                                "the gate %s needs either a limit or a least", from->metric);
        to->at_least = from->least != NULL;
        if (!view_to_f64(view_of(bound), &to->limit))
            return builder_fail(builder, raw->id, bound, "limit is no number: \"%s\"", bound);
        to->ideal = to->limit;
        if (from->ideal && !view_to_f64(view_of(from->ideal), &to->ideal))
            return builder_fail(builder, raw->id, from->ideal, "ideal is no number: \"%s\"",
                                from->ideal);
    }
    return true;
}

/* What the learner edits in a host exercise is the C program first of all. */
static const char *extension(const Exercise *exercise)
{
    return exercise->kind == EXERCISE_HOST ? ".c" : ".cu";
}

static bool build_measures(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    out->measure_count = raw->measure_count;
    out->measures = arena_alloc_array(builder->arena, raw->measure_count, sizeof *out->measures);
    for (unsigned i = 0; i < raw->measure_count; i++) {
        const RawMeasure *from = &raw->measures[i];
        MeasureSpec *to = &out->measures[i];
        View rest = view_of(from->tolerance), word;
        to->name = builder_clone(builder, from->name);
        to->metric = builder_clone(builder, from->metric);
        if (!view_split(&rest, ' ', &word) || !view_equal_text(word, "relative") ||
            !view_to_f64(view_trim(rest), &to->tolerance) || to->tolerance < 0)
            return builder_fail(builder, raw->id, from->tolerance,
                                "\"%s\" is no tolerance of a measure; expected relative X",
                                from->tolerance);
    }
    return true;
}

static void build_mistakes(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    out->mistake_count = raw->mistake_count;
    out->mistakes = arena_alloc_array(builder->arena, raw->mistake_count, sizeof *out->mistakes);
    for (unsigned i = 0; i < raw->mistake_count; i++) {
        const RawMistake *from = &raw->mistakes[i];
        out->mistakes[i] = (MistakeSpec){
            .name = builder_clone(builder, from->name),
            .reason = builder_clone(builder, from->reason),
            .has = builder_clone_list(builder, &from->has),
            .has_count = from->has.count,
            .lacks = builder_clone_list(builder, &from->lacks),
            .lack_count = from->lacks.count,
            .explanation = builder_clone(builder, from->explanation),
            .file = arena_format(builder->arena, "%s/mistake-%s%s", out->folder, from->name,
                                 extension(out)),
        };
    }
}

static void build_print(const Builder *builder, const RawPrint *raw, Exercise *out)
{
    PrintSpec *print = arena_alloc(builder->arena, sizeof *print);
    *print = (PrintSpec){
        .lines = builder_clone_list(builder, &raw->lines),
        .line_count = raw->lines.count,
        .repeat = builder_clone(builder, raw->repeat),
        .when = builder_clone(builder, raw->when),
    };
    out->print = print;
}

static bool build_question(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    const RawQuestion *from = raw->question;
    Question *question = arena_alloc(builder->arena, sizeof *question);
    *question = (Question){
        .text = builder_clone(builder, from->text),
        .choices = builder_clone_list(builder, &from->choices),
        .choice_count = from->choices.count,
        .answer = (size_t)(from->answer[0] - 'a'),
        .explanation = builder_clone(builder, from->explanation),
    };
    out->question = question;
    if (from->choices.count > 8)
        return builder_fail(builder, raw->id, from->text, "a question has at most 8 choices");
    if (from->answer[0] < 'a' || from->answer[1] || question->answer >= question->choice_count)
        return builder_fail(builder, raw->id, "answer:", "answer: expected a letter from a to %c",
                            (int)('a' + question->choice_count - 1));
    return true;
}

static void build_texts(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    RawList hints = raw->hints, notes = raw->notes, fails = raw->fails;
    out->id = builder_clone(builder, raw->id);
    out->title = builder_clone(builder, raw->title);
    out->kind = (ExerciseKind)raw->kind;
    out->task = builder_clone(builder, raw->task);
    out->kernel = builder_clone(builder, raw->kernel);
    out->reference = builder_clone(builder, raw->reference);
    out->shared = builder_clone(builder, raw->shared);
    out->hints = builder_clone_list(builder, &hints);
    out->hint_count = hints.count;
    out->folder = arena_format(builder->arena, "%s/kernels/%s", builder->root, raw->id);
    out->notes = builder_clone_list(builder, &notes);
    out->note_count = notes.count;
    out->fails = builder_clone_list(builder, &fails);
    out->fail_count = fails.count;
    out->starter = arena_format(builder->arena, "%s/starter%s", out->folder, extension(out));
    out->solution = arena_format(builder->arena, "%s/solution%s", out->folder, extension(out));
    if (out->kind == EXERCISE_HOST)
        out->kernel_file = arena_format(builder->arena, "%s/kernel.cu", out->folder);
}

bool exercise_build(const Builder *builder, const RawExercise *raw, Exercise *out)
{
    if (strchr(raw->id, '/') || raw->id[0] == '.')
        return builder_fail(builder, NULL, raw->id, "\"%s\" cannot be a folder's name", raw->id);
    build_texts(builder, raw, out);
    build_mistakes(builder, raw, out);
    if (raw->print)
        build_print(builder, raw->print, out);
    return (!raw->grid || expressions_split(builder, raw->id, raw->grid, out->grid)) &&
           (!raw->block || expressions_split(builder, raw->id, raw->block, out->block)) &&
           build_arguments(builder, raw, out) && build_cases(builder, raw, out) &&
           build_tolerance(builder, raw, out) && build_gates(builder, raw, out) &&
           build_measures(builder, raw, out) &&
           (!raw->question || build_question(builder, raw, out));
}
