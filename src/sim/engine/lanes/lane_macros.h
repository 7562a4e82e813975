/* The shape of the arithmetic handlers: loops over a warp's 32 lanes that the compiler vectorises.
 *
 * LANE_1, LANE_2 and LANE_3 make a pair of handlers from one expression of the lane's sources a, b
 * and c: NAME_full for all lanes, NAME_part for those in the mask. The expression is evaluated for
 * inactive lanes too (their result is dropped), so it must be defined for any bits. Slots are
 * either the same or don't overlap, so no lane depends on another one. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_MACROS_H
#define CULAB_SIM_ENGINE_LANES_LANE_MACROS_H

#include <stdint.h>
#include <string.h>

#include "sim/engine/lane_form.h"

/* PTX's own names for the types of a lane. */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

#ifdef __clang__
#define LANE_LOOP_OF(count) \
    _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < (count); i++)
#else
#define LANE_LOOP_OF(count) _Pragma("GCC ivdep") for (int i = 0; i < (count); i++)
#endif
#define LANE_LOOP LANE_LOOP_OF(SIM_LANES)

#define LANE_SLOT(T, slot) \
    ((T *)__builtin_assume_aligned(((const SimFrame *)warp)->slots + (slot), 64))
#define LANE_PREDICATE(slot) (*SIM_LANE(uint32_t, warp, slot))

static const uint32_t lane_bit[SIM_LANES] __attribute__((aligned(64), unused)) = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

#define LANE_HANDLER(NAME) \
    static const SimInst *NAME(SimWarp *warp, const SimInst *inst, uint32_t mask)

/* clang-format off */
#define LANE_BODY(NAME, D, FETCH_SLOTS, FETCH, EXPR)                                               \
    LANE_HANDLER(NAME##_full)                                                                      \
    {                                                                                              \
        D *out = LANE_SLOT(D, inst->d);                                                            \
        FETCH_SLOTS                                                                                \
        (void)mask;                                                                                \
        LANE_LOOP { FETCH out[i] = (D)(EXPR); }                                                    \
        return inst + 1;                                                                           \
    }                                                                                              \
    LANE_HANDLER(NAME##_part)                                                                      \
    {                                                                                              \
        D *out = LANE_SLOT(D, inst->d);                                                            \
        FETCH_SLOTS                                                                                \
        LANE_LOOP { FETCH D result = (D)(EXPR); out[i] = mask & lane_bit[i] ? result : out[i]; }   \
        return inst + 1;                                                                           \
    }

#define LANE_1(NAME, D, A, EXPR)                                                                   \
    LANE_BODY(NAME, D, const A *as = LANE_SLOT(A, inst->a);, A a = as[i];, EXPR)
#define LANE_2(NAME, D, A, B, EXPR)                                                                \
    LANE_BODY(NAME, D,                                                                             \
              const A *as = LANE_SLOT(A, inst->a); const B *bs = LANE_SLOT(B, inst->b);,           \
              A a = as[i]; B b = bs[i];, EXPR)
#define LANE_3(NAME, D, A, B, C, EXPR)                                                             \
    LANE_BODY(NAME, D,                                                                             \
              const A *as = LANE_SLOT(A, inst->a); const B *bs = LANE_SLOT(B, inst->b);            \
              const C *cs = LANE_SLOT(C, inst->c);,                                                \
              A a = as[i]; B b = bs[i]; C c = cs[i];, EXPR)
#define LANE_4(NAME, D, A, B, C, E, EXPR)                                                          \
    LANE_BODY(NAME, D,                                                                             \
              const A *as = LANE_SLOT(A, inst->a); const B *bs = LANE_SLOT(B, inst->b);            \
              const C *cs = LANE_SLOT(C, inst->c); const E *es = LANE_SLOT(E, inst->more[0]);,     \
              A a = as[i]; B b = bs[i]; C c = cs[i]; E e = es[i];, EXPR)
/* clang-format on */

/* A row of a family's LaneForm table; the rest of the arguments are LANE_MOD()s. */
#define LANE_FORM(OP, TYPE, SHAPE, HANDLER, ...)                                          \
    {                                                                                     \
        .op = PTX_OP_##OP, .types = {PTX_##TYPE}, .shape = SHAPE, .full = HANDLER##_full, \
        .partial = HANDLER##_part, .mods = {                                              \
            __VA_ARGS__                                                                   \
        }                                                                                 \
    }
/* The same with options, and for two types. */
#define LANE_FORM_OPT(OP, TYPE, SHAPE, HANDLER, OPTIONS, ...)                             \
    {                                                                                     \
        .op = PTX_OP_##OP, .types = {PTX_##TYPE}, .shape = SHAPE, .full = HANDLER##_full, \
        .partial = HANDLER##_part, .options = (OPTIONS), .mods = {                        \
            __VA_ARGS__                                                                   \
        }                                                                                 \
    }
#define LANE_FORM_2(OP, TYPE, TYPE2, SHAPE, HANDLER, ...)                      \
    {                                                                          \
        .op = PTX_OP_##OP, .types = {PTX_##TYPE, PTX_##TYPE2}, .shape = SHAPE, \
        .full = HANDLER##_full, .partial = HANDLER##_part, .mods = {           \
            __VA_ARGS__                                                        \
        }                                                                      \
    }
#define LANE_COUNT(array) (sizeof(array) / sizeof(array)[0])

#endif
