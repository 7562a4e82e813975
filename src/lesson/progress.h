/* The progress store: attempts, predictions, hints, passes, in SQLite (WAL). */
#ifndef CULAB_LESSON_PROGRESS_H
#define CULAB_LESSON_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct Progress Progress;

typedef enum ExerciseState { STATE_UNTOUCHED, STATE_STARTED, STATE_PASSED } ExerciseState;

/* Opens or makes the store. A corrupt or foreign file is set aside under another name, never
 * overwritten, and *set_aside tells so. NULL: no store can be kept; the lab goes on without. */
Progress *progress_open(const char *path, bool *set_aside, Error *error);
void progress_close(Progress *progress); /* NULL is fine, as in all of these */
void progress_attempt(Progress *progress, const char *exercise, bool passed, const char *reason);
void progress_predict(Progress *progress, const char *exercise, int choice, bool right);
void progress_hint(Progress *progress, const char *exercise, int hints_revealed);
ExerciseState progress_state(Progress *progress, const char *exercise);
int progress_attempts(Progress *progress, const char *exercise);
int progress_hints(Progress *progress, const char *exercise);
int progress_prediction(Progress *progress, const char *exercise); /* -1: none */
/* Why the last write that failed did so (full disk, ...); NULL: none has. */
const char *progress_trouble(const Progress *progress);

#endif
