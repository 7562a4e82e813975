/* From the texts of lesson.yml to exercises, with errors that name the line. */
#ifndef CULAB_LESSON_BUILD_H
#define CULAB_LESSON_BUILD_H

#include "lesson/lesson.h"
#include "lesson/schema.h"

typedef struct Builder {
    Arena *arena;     /* of the course: owns all that is built */
    const char *root; /* the course's */
    const char *file; /* lesson.yml, as errors name it */
    View text;        /* its content: to find lines in */
    View references;  /* reference.c's content; empty when there is none */
    Error *error;
} Builder;

/* Sets the error with the line on which `value` (its first line) stands within the exercise `id`;
 * either may be NULL. Returns false. */
bool builder_fail(const Builder *builder, const char *id, const char *value, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
char *builder_clone(const Builder *builder, const char *text); /* NULL gives NULL */
/* "a, min(b, c)" into up to three expressions, at the commas outside parentheses. */
bool expressions_split(const Builder *builder, const char *id, const char *text, char *out[3]);
char **builder_clone_list(const Builder *builder, const RawList *list);

/* Fills `out` but for its `lesson`. */
bool exercise_build(const Builder *builder, const RawExercise *raw, Exercise *out);
bool argument_build(const Builder *builder, const char *exercise, const RawArgument *raw,
                    ArgumentSpec *out);
/* What the schema cannot say: that variables, files, kernels and the reference are there. */
bool exercise_check(const Builder *builder, const Exercise *exercise);
/* That the metrics of gates and measures, the reasons of mistakes and the rules of findings exist.
 */
bool exercise_check_names(const Builder *builder, const Exercise *exercise);
/* That starter, solution and mistakes are there, and no mistake that is not named. */
bool exercise_check_files(const Builder *builder, const Exercise *exercise);
/* That each of them holds the kernel. */
bool exercise_check_sources(const Exercise *exercise, Error *error);

#endif
