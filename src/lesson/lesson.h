/* Lessons and their exercises, as loaded from lessons/ and kernels/. Read-only after loading. */
#ifndef CULAB_LESSON_LESSON_H
#define CULAB_LESSON_LESSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
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
    const char *name;
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
    double ideal, limit; /* pass at most; */
    bool at_least;       /* or at least */
} GateSpec;

/* A figure that a host program must tell by culab_measured(NAME, value): compared with that of the
 * timeline, by its name of docs/host.md. */
typedef struct MeasureSpec {
    char *name;
    char *metric;     /* "host.kernel_ms" */
    double tolerance; /* relative: 0.05 */
} MeasureSpec;

/* A known wrong kernel: the reason it fails for, what tells it from others that fail for the same
 * reason, and what to say then. The first of an exercise's mistakes that fits is the one named. */
typedef struct MistakeSpec {
    char *name;   /* mistake-NAME.cu (of a host exercise: .c) in the exercise's kernels */
    char *reason; /* what the verdict must fail for: a reason of check.h ("wrong-values",
                   * "printf", ...) or a finding's rule such as "shared-race" */
    char **has;   /* texts that the source holds; blanks and comments don't count */
    size_t has_count;
    char **lacks; /* texts that it doesn't hold */
    size_t lack_count;
    char *explanation;
    char *file; /* its path */
} MistakeSpec;

/* What the kernel must print. Every thread for which `when` holds prints these lines in this order,
 * all others print nothing; in which order the threads come is not judged. */
typedef struct PrintSpec {
    char **lines; /* with {expressions} of bx by bz tx ty tz gx gy gz (grid) dx dy dz (block) */
    size_t line_count; /* and the case's variables */
    char *repeat;      /* all lines so many times, with k = 0, 1, ...; NULL: once */
    char *when;        /* expression of the same; NULL: every thread */
} PrintSpec;

/* The variables of a PrintSpec's expressions besides the case's own, which are at most so many. */
enum { PRINT_VARIABLES = 13, PRINT_CASE_VARIABLES = 16 };
void print_variables(Dim3 grid, Dim3 block, Dim3 block_index, Dim3 thread_index, int64_t k,
                     CaseVariable out[PRINT_VARIABLES]);
/* Adds a line of PrintSpec.lines with its {expressions} replaced; "{{" is a brace. */
bool print_line_expand(const char *line, const CaseVariable *variables, size_t count, StrBuf *out,
                       Error *error);

/* A question that is answered before the kernel is run. The answer stands in the source, in a line
 * "// prediction: b", so that it can be given in any editor (check.h: prediction_find). */
typedef struct Question {
    char *text;
    char **choices;
    size_t choice_count; /* 2 to 8: a to h */
    size_t answer;       /* index */
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
    /* Of a host exercise, whose starter, solution and mistakes are C programs: */
    char *kernel_file; /* path of kernel.cu, which goes with all of them; NULL: no host exercise */
    MeasureSpec *measures;
    size_t measure_count;
    char **notes, **fails; /* rules of findings that are to be notes only, or reasons to fail,
                              other than by their own default (docs/host.md) */
    size_t note_count, fail_count;
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
    Arena arena;
} Course;

/* Loads every lesson under root/lessons. A lesson with a mistake in it is there with its `error`
 * (file, line, what was expected). NULL only if there is no such folder. */
Course *course_load(const char *root, Error *error);
void course_free(Course *course);
/* By exercise id, "14" or a lesson's id (its first exercise), "14/2" (second exercise of lesson
 * 14). NULL: `error` lists what is near, or is that of a lesson that could not be loaded, or names
 * a source of the exercise that lacks the kernel. */
const Exercise *course_find(const Course *course, const char *name, Error *error);

/* Integer expressions over a case's variables: + - * / % ( ) min(a,b) max(a,b) ceil_div(a,b), and
 * == != < <= > >= && || that give 0 or 1. False: `error` names the unknown variable or the place.
 * Overflow and division by zero are errors. */
bool expression_value(const char *text, const CaseVariable *variables, size_t count, int64_t *out,
                      Error *error);

#endif
