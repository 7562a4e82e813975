/* Cross-checks of an exercise: what the schema cannot say. */
#include <string.h>

#include "lesson/build.h"

typedef struct Scope {
    const Builder *builder;
    const Exercise *exercise;
    const CaseSpec *spec;
    const CaseVariable *variables;
    size_t count;
} Scope;

static bool check_value(const Scope *scope, const char *expression, int64_t least)
{
    Error error = {0};
    int64_t value;
    if (!expression)
        return true;
    if (!expression_value(expression, scope->variables, scope->count, &value, &error))
        return builder_fail(scope->builder, scope->exercise->id, expression, "in the case %s: %s",
                            scope->spec->name, error.text);
    if (value < least)
        return builder_fail(scope->builder, scope->exercise->id, expression,
                            "in the case %s: %s is %lld, less than %lld", scope->spec->name,
                            expression, (long long)value, (long long)least);
    return true;
}

static bool check_three(const Scope *scope, char *const expressions[3])
{
    for (int i = 0; i < 3; i++)
        if (!check_value(scope, expressions[i], 1))
            return false;
    return true;
}

/* Print lines have variables of their own besides the case's. */
static bool check_print(Scope scope)
{
    const PrintSpec *print = scope.exercise->print;
    CaseVariable variables[PRINT_VARIABLES + PRINT_CASE_VARIABLES];
    Dim3 one = {1, 1, 1};
    if (!print)
        return true;
    if (scope.count > PRINT_CASE_VARIABLES)
        return builder_fail(scope.builder, scope.exercise->id, scope.spec->name,
                            "more than %d variables", PRINT_CASE_VARIABLES);
    print_variables(one, one, one, one, 1, variables);
    for (size_t i = 0; i < scope.count; i++)
        for (size_t j = 0; j < PRINT_VARIABLES; j++)
            if (strcmp(scope.variables[i].name, variables[j].name) == 0)
                return builder_fail(scope.builder, scope.exercise->id, scope.spec->name,
                                    "the variable %s has the name of one that print lines have",
                                    variables[j].name);
    if (scope.count > 0)
        memcpy(variables + PRINT_VARIABLES, scope.variables, scope.count * sizeof *variables);
    scope.variables = variables;
    scope.count += PRINT_VARIABLES;
    if (!check_value(&scope, print->repeat, INT64_MIN) ||
        !check_value(&scope, print->when, INT64_MIN))
        return false;
    StrBuf line = {0};
    Error error = {0};
    bool fine = true;
    for (size_t i = 0; i < print->line_count && fine; i++)
        fine = print_line_expand(print->lines[i], variables, scope.count, &line, &error) ||
               builder_fail(scope.builder, scope.exercise->id, print->lines[i], "%s", error.text);
    strbuf_free(&line);
    return fine;
}

static bool check_case(const Scope *scope)
{
    const Exercise *exercise = scope->exercise;
    if (!check_three(scope, exercise->grid) || !check_three(scope, exercise->block) ||
        !check_value(scope, exercise->shared, 0))
        return false;
    for (size_t i = 0; i < exercise->argument_count; i++)
        if (!check_value(scope, exercise->arguments[i].value, INT64_MIN) ||
            !check_three(scope, exercise->arguments[i].shape))
            return false;
    return check_print(*scope);
}

static bool has_outputs(const Exercise *exercise)
{
    for (size_t i = 0; i < exercise->argument_count; i++)
        if (exercise->arguments[i].is_buffer && exercise->arguments[i].role != ROLE_IN)
            return true;
    return false;
}

static bool check_reference(const Builder *builder, const Exercise *exercise)
{
    if (!exercise->reference)
        return !has_outputs(exercise) ||
               builder_fail(builder, exercise->id, NULL,
                            "the exercise %s has output buffers and names no reference function",
                            exercise->id);
    char *pattern = arena_format(builder->arena, " %s(", exercise->reference);
    return (builder->references.size &&
            memmem(builder->references.data, builder->references.size, pattern, strlen(pattern))) ||
           builder_fail(builder, exercise->id, exercise->reference,
                        "no function %s in the lesson's reference.c", exercise->reference);
}

static bool check_judged(const Builder *builder, const Exercise *exercise)
{
    if (exercise->kind == EXERCISE_PREDICT && !exercise->question)
        return builder_fail(builder, exercise->id, NULL, "the predict exercise %s needs a question",
                            exercise->id);
    return exercise->reference || exercise->print || exercise->question ||
           exercise->measure_count || exercise->gate_count ||
           builder_fail(builder, exercise->id, NULL,
                        "nothing is judged in %s: it has no reference, print or question",
                        exercise->id);
}

/* A host program chooses its own launches; all other kinds have theirs in lesson.yml. */
static bool check_kind(const Builder *builder, const Exercise *exercise)
{
    bool host = exercise->kind == EXERCISE_HOST;
    if (host && (exercise->grid[0] || exercise->block[0] || exercise->shared || exercise->print))
        return builder_fail(builder, exercise->id, NULL,
                            "the host exercise %s has grid, block, shared or print; its program "
                            "launches the kernel",
                            exercise->id);
    if (!host && (!exercise->grid[0] || !exercise->block[0]))
        return builder_fail(builder, exercise->id, NULL, "the exercise %s needs grid and block",
                            exercise->id);
    if (!host && (exercise->measure_count || exercise->note_count || exercise->fail_count))
        return builder_fail(builder, exercise->id, NULL,
                            "measures, notes and fails are for host exercises: %s is none",
                            exercise->id);
    return true;
}

bool exercise_check(const Builder *builder, const Exercise *exercise)
{
    for (size_t i = 0; i < exercise->case_count; i++) {
        const CaseSpec *spec = &exercise->cases[i];
        Scope scope = {builder, exercise, spec, spec->variables, spec->variable_count};
        if (!check_case(&scope))
            return false;
    }
    return exercise_check_names(builder, exercise) && check_kind(builder, exercise) &&
           check_reference(builder, exercise) && check_judged(builder, exercise) &&
           exercise_check_files(builder, exercise);
}
