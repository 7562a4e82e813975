/* Steps of index computations for all lanes at once. */
#include "observe/index_plan.h"

#include <string.h>

#include "observe/wide.h"

typedef uint64_t Lanes[PLAN_LANES];

static inline ALWAYS_INLINE void widen(const void *lanes, bool is_signed, Lanes out)
{
    const int32_t *numbers = lanes;
    for (int l = 0; l < PLAN_LANES; l++)
        out[l] = is_signed ? (uint64_t)(int64_t)numbers[l] : (uint32_t)numbers[l];
}

/* Where the part's lanes are: in `room` unless an earlier step computed them. */
static inline ALWAYS_INLINE const uint64_t *
part_lanes(const PlanPart *part, const void *(*lanes)(const void *frame, uint32_t reg),
           const void *frame, bool is_signed, const Lanes *done, Lanes room)
{
    if (part->source == PLAN_STEP)
        return done[part->at];
    if (part->source == PLAN_REGISTER)
        widen(lanes(frame, part->at), is_signed, room);
    else
        for (int l = 0; l < PLAN_LANES; l++)
            room[l] = (uint64_t)part->number;
    return room;
}

static inline ALWAYS_INLINE void take_step(const PlanStep *step, const uint64_t *a,
                                           const uint64_t *b, const uint64_t *c, Lanes out)
{
    switch (step->rule) {
    case PLAN_SUM:
        for (int l = 0; l < PLAN_LANES; l++)
            out[l] = a[l] + c[l];
        break;
    case PLAN_DIFFERENCE:
        for (int l = 0; l < PLAN_LANES; l++)
            out[l] = a[l] - c[l];
        break;
    case PLAN_SHIFTED:
        for (int l = 0; l < PLAN_LANES; l++)
            out[l] = (a[l] << step->shift) + c[l];
        break;
    case PLAN_SHIFTED_BY: /* a device shifts all out by 32 and more */
        for (int l = 0; l < PLAN_LANES; l++)
            out[l] = b[l] < 32 ? a[l] << b[l] : 0;
        break;
    case PLAN_PRODUCT:
        for (int l = 0; l < PLAN_LANES; l++)
            out[l] = a[l] * b[l] + c[l];
        break;
    }
}

OBSERVE_WIDE void index_plan_compute(const IndexPlan *plan,
                                     const void *(*lanes)(const void *frame, uint32_t reg),
                                     const void *frame, bool is_signed, int64_t out[PLAN_LANES])
{
    Lanes done[PLAN_STEPS], rooms[3];
    for (uint32_t i = 0; i < plan->count; i++) {
        const PlanStep *step = &plan->steps[i];
        const uint64_t *a = part_lanes(&step->a, lanes, frame, is_signed, done, rooms[0]);
        const uint64_t *b = step->rule == PLAN_PRODUCT || step->rule == PLAN_SHIFTED_BY
                                ? part_lanes(&step->b, lanes, frame, is_signed, done, rooms[1])
                                : NULL;
        const uint64_t *c = part_lanes(&step->c, lanes, frame, is_signed, done, rooms[2]);
        take_step(step, a, b, c, done[i]);
    }
    memcpy(out, done[plan->count - 1], sizeof(Lanes));
}
