/* Attributes of launches, kernel nodes and streams that only say how fast something should be, or
 * how the host should wait: kept, told back, without effect. */
#ifndef CULAB_SIM_API_HINTS_H
#define CULAB_SIM_API_HINTS_H

#include <stdbool.h>

#include "cuda/types.h"

enum { HINTS = 9 };

typedef struct Hints {
    CUlaunchAttributeValue values[HINTS]; /* in the order of the table in hints.c */
} Hints;

void hints_begin(Hints *hints);
/* Whether the attribute is one of them. */
bool hint_is(CUlaunchAttributeID id);
void hint_get(const Hints *hints, CUlaunchAttributeID id, CUlaunchAttributeValue *value);
/* INVALID_VALUE for what the attribute cannot be. */
CUresult hint_set(Hints *hints, CUlaunchAttributeID id, const CUlaunchAttributeValue *value);

#endif
