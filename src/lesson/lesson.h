/* Lessons and their exercises, as loaded from lessons/ and kernels/. Read-only after loading. */
#ifndef CULAB_LESSON_LESSON_H
#define CULAB_LESSON_LESSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "result/result.h"

typedef enum ExerciseKind {
    EXERCISE_PREDICT,
    EXERCISE_FIX,
    EXERCISE_WRITE,
    EXERCISE_OPTIMISE,
    EXERCISE_ARRANGE,
    EXERCISE_HOST
} ExerciseKind;
const char *exercise_kind_text(ExerciseKind kind);

typedef enum GeneratorKind {
    GENERATE_NONE,
    GENERATE_RAMP,
    GENERATE_RANDOM,
    GENERATE_CONSTANT,
    GENERATE_FILE
} GeneratorKind;

typedef struct Generator {
    GeneratorKind kind;
    uint64_t seed;   /* random */
    double from, to; /* random: bounds; ramp: start and step; constant: from */
    char *file;      /* file: path, relative to the lesson's folder */
} Generator;

/* One argument of the kernel, in order. */
typedef struct ArgumentSpec {
    char *name;
    bool is_buffer;
    ElementType type;
    BufferRole role;
    char *value;         /* scalar: expression of the case's variables ("n", "width*height") */
    char *shape[3];      /* buffer: expressions; shape[1], shape[2] may be NULL */
    Generator generator; /* in and inout; out is poisoned */
} ArgumentSpec;

typedef struct CaseVariable {
    char *name;
    int64_t value;
} CaseVariable;

typedef struct CaseSpec {
    char *name;  /* "one block" */
    bool hidden; /* from the learner's view, not from the verdict */
    CaseVariable *variables;
    size_t variable_count;
} CaseSpec;

typedef enum ToleranceKind {
    TOLERANCE_EXACT,
    TOLERANCE_ABSOLUTE,
    TOLERANCE_RELATIVE,
    TOLERANCE_ULP
} ToleranceKind;
typedef struct Tolerance {
    ToleranceKind kind;
    double limit;
} Tolerance;

typedef struct GateSpec {
    char *metric; /* Nsight Compute's full name, or a short one of docs/metrics.md */
    char *label;
    double ideal, limit; /* pass at most */
} GateSpec;

/* A known wrong kernel: the finding or symptom it is recognised by, and what to say then. */
typedef struct MistakeSpec {
    char *name;   /* mistake-NAME.cu in the exercise's kernels */
    char *reason; /* what the verdict must fail for: "wrong-values", "no-output-change",
                   * "compile", "launch-refused", "input-changed", "guard", "printf",
                   * "gate", "prediction", or a finding's rule such as "shared-race" */
    char *explanation;
} MistakeSpec;

/* What the kernel must print, for exercises about printf: lines in any order, or in one
 * order for each thread. NULL: not judged. */
typedef struct PrintSpec {
    char *expected; /* lines; {expressions} of bx, by, bz, tx, ty, tz and the case's variables */
    bool
        each_thread; /* every thread prints these lines, else only threads for which `when` holds */
    char *when;      /* expression, or NULL */
} PrintSpec;

typedef struct Question {
    char *text;
    char **choices;
    size_t choice_count;
    size_t answer; /* index */
    char *explanation;
} Question;

typedef struct Exercise {
    char *id; /* "14-stencil": unique in the course; also the folder under kernels/ and work/ */
    char *title;
    ExerciseKind kind;
    char *task;                        /* Markdown */
    char *kernel;                      /* function name */
    char *grid[3], *block[3], *shared; /* expressions; [1], [2] may be NULL; shared NULL: 0 */
    ArgumentSpec *arguments;
    size_t argument_count;
    CaseSpec *cases;
    size_t case_count;
    char *reference; /* function in reference.c; NULL: the exercise has no buffers to compare */
    Tolerance tolerance;
    GateSpec *gates;
    size_t gate_count;
    char **hints;
    size_t hint_count;
    MistakeSpec *mistakes;
    size_t mistake_count;
    PrintSpec *print;         /* NULL: not judged */
    Question *question;       /* predict, and any exercise that asks first; NULL: none */
    char *folder;             /* kernels/<id>: starter.cu, solution.cu, mistake-*.cu */
    char *starter, *solution; /* paths */
    struct Lesson *lesson;
} Exercise;

typedef struct Lesson {
    char *id; /* "14-shared-memory", the folder's name */
    int number;
    char *title;
    char *part; /* "B. Memory" */
    char *objective;
    char **needs; /* ids of lessons that come before */
    size_t need_count;
    char *text; /* lesson.md */
    Exercise *exercises;
    size_t exercise_count;
    char *folder;
    Error error; /* kind != NONE: this lesson could not be loaded; the others still are */
} Lesson;

typedef struct Course {
    Lesson *lessons; /* by number */
    size_t lesson_count;
    char *root; /* folder that holds lessons/ and kernels/ */
} Course;

/* Loads every lesson under root/lessons. A lesson with a mistake in it is there with its `error`
 * (file, line, what was expected). NULL only if there is no such folder. */
Course *course_load(const char *root, Error *error);
void course_free(Course *course);
/* By exercise id, or "14", "14/2" (second exercise of lesson 14). NULL: `error` lists what is near.
 */
const Exercise *course_find(const Course *course, const char *name, Error *error);

/* Integer expressions over a case's variables: + - * / % ( ) min(a,b) max(a,b) ceil_div(a,b).
 * False: `error` names the unknown variable or the place. Overflow and division by zero are errors.
 */
bool expression_value(const char *text, const CaseVariable *variables, size_t count, int64_t *out,
                      Error *error);

#endif
