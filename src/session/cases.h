/* The cases of an exercise, prepared off the loop: generating data and running the reference take
 * time, so a thread does both, once for each case. */
#ifndef CULAB_SESSION_CASES_H
#define CULAB_SESSION_CASES_H

#include "check/check.h"

typedef struct CaseStore CaseStore;

typedef enum CaseState { CASE_WAITS, CASE_READY, CASE_BROKEN } CaseState;

CaseStore *cases_new(void);
void cases_free(CaseStore *store); /* waits for the one that is worked on; NULL is fine */
/* Forgets everything and turns to this exercise, which must outlive the store; NULL: none. */
void cases_open(CaseStore *store, const Exercise *exercise);
/* Starts making all cases, in order. */
void cases_want(CaseStore *store);
/* Copies of the case and its expected buffers, which belong to the caller. CASE_WAITS: they are
 * being made; cases_fd() tells. `reference` is empty for an exercise without one. */
CaseState cases_take(CaseStore *store, size_t index, PreparedCase *prepared, Reference *reference,
                     Error *error);
/* Readable when a case became ready or broken since the last cases_drain(). */
int cases_fd(const CaseStore *store);
void cases_drain(CaseStore *store);

#endif
