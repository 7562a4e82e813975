/* An index computation's tree as steps one after the other, which are computed for all lanes of a
 * warp at once. */
#ifndef CULAB_OBSERVE_INDEX_PLAN_H
#define CULAB_OBSERVE_INDEX_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAN_STEPS = 12, PLAN_LANES = 32 };

typedef enum PlanSource { PLAN_NUMBER, PLAN_REGISTER, PLAN_STEP } PlanSource;

/* What a step takes: a number, what a register's lanes hold, or what an earlier step came to. */
typedef struct PlanPart {
    PlanSource source;
    uint32_t at; /* the register, or the step */
    int64_t number;
} PlanPart;

typedef enum PlanRule {
    PLAN_SUM,        /* a + c */
    PLAN_DIFFERENCE, /* a - c */
    PLAN_SHIFTED,    /* (a << shift) + c */
    PLAN_SHIFTED_BY, /* a << b, 0 by 32 and more */
    PLAN_PRODUCT,    /* a * b + c */
} PlanRule;

typedef struct PlanStep {
    PlanRule rule;
    uint32_t shift;
    PlanPart a, b, c;
} PlanStep;

typedef struct IndexPlan {
    uint32_t count; /* 0: the tree has more steps than are kept */
    PlanStep steps[PLAN_STEPS];
} IndexPlan;

/* What the last step comes to in 64 bits, which wrap around. `lanes` gives a register's 32 bits of
 * each lane; `is_signed`: how they are widened. */
void index_plan_compute(const IndexPlan *plan,
                        const void *(*lanes)(const void *frame, uint32_t reg), const void *frame,
                        bool is_signed, int64_t out[PLAN_LANES]);

#endif
