/* lesson.yml as it is written: texts by key, before they are understood. */
#ifndef CULAB_LESSON_SCHEMA_H
#define CULAB_LESSON_SCHEMA_H

#include <cyaml/cyaml.h>

typedef struct RawList {
    char **items;
    unsigned count;
} RawList;

typedef struct RawArgument {
    char *name;
    int type;           /* ElementType */
    char *value;        /* scalars */
    int role;           /* BufferRole; buffers */
    char *shape, *fill; /* buffers; else NULL */
} RawArgument;

typedef struct RawCase {
    char *name, *set;
    int hidden;
} RawCase;

typedef struct RawGate {
    char *metric, *label, *ideal, *limit, *least;
} RawGate;

typedef struct RawMeasure {
    char *name, *metric, *tolerance;
} RawMeasure;

typedef struct RawMistake {
    char *name, *reason, *explanation;
    RawList has, lacks;
} RawMistake;

typedef struct RawPrint {
    RawList lines;
    char *repeat, *when;
} RawPrint;

typedef struct RawQuestion {
    char *text, *answer, *explanation;
    RawList choices;
} RawQuestion;

typedef struct RawExercise {
    char *id, *title, *task, *kernel, *grid, *block, *shared, *reference, *tolerance;
    int kind; /* ExerciseKind */
    RawArgument *arguments;
    RawCase *cases;
    RawGate *gates;
    RawMistake *mistakes;
    RawMeasure *measures;
    unsigned argument_count, case_count, gate_count, mistake_count, measure_count;
    RawList hints, notes, fails;
    RawPrint *print;
    RawQuestion *question;
} RawExercise;

typedef struct RawLesson {
    char *title, *part, *objective;
    RawList needs;
    RawExercise *exercises;
    unsigned exercise_count;
} RawLesson;

extern const cyaml_schema_value_t lesson_schema;

#endif
