/* Loads and stores of one element by whole warps: a handler for each type in memory, type of the
 * register, and way of addressing. Included by core_memory.c, whose load_any() and store_any() take
 * what the fast paths don't. */
#ifndef CULAB_SIM_ENGINE_LANES_MEMORY_SINGLE_H
#define CULAB_SIM_ENGINE_LANES_MEMORY_SINGLE_H

#include "sim/engine/lanes/reach.h"

#define GLOBAL_AT(address) ((uintptr_t)(address))
#define SHARED_AT(address) ((uintptr_t)warp->shared + (address))

/* clang-format off */
#define LOAD(NAME, MEM, REG, T, REACH, AT, DRAFTED)                                                    \
    CORE_HANDLER(NAME##_full)                                                                     \
    {                                                                                             \
        REG *out = CORE_SLOT(REG, inst->d);                                                       \
        const T *address = CORE_SLOT(T, inst->a);                                                 \
        const T imm = (T)inst->imm;                                                               \
        const Reach reach = REACH(warp, inst, address, sizeof(MEM));                              \
        if (SIM_OBSERVED && warp->run->wants_access && reach != REACH_SLOW)                       \
            access_tell_plain(warp, inst, mask, NULL, reach);                                     \
        if (DRAFTED(warp, inst) && reach != REACH_SLOW)                                           \
            return load_drafted(warp, inst, mask);                                                \
        switch (reach) {                                                                          \
        case REACH_UNIFORM:                                                                       \
            for (int g = 0; g < SIM_LANES; g += REACH_GROUP) {                                    \
                const REG value = (REG)*(const MEM *)AT((T)(address[g] + imm));                   \
                for (int i = 0; i < REACH_GROUP; i++)                                             \
                    out[g + i] = value;                                                           \
            }                                                                                     \
            return inst + 1;                                                                      \
        case REACH_STRIDE:                                                                        \
            for (int g = 0; g < SIM_LANES; g += REACH_GROUP) {                                    \
                const MEM *from = (const MEM *)AT((T)(address[g] + imm));                         \
                CORE_GROUP                                                                        \
                    out[g + i] = (REG)from[i];                                                    \
            }                                                                                     \
            return inst + 1;                                                                      \
        case REACH_SCATTER:                                                                       \
            for (int i = 0; i < SIM_LANES; i++)                                                   \
                out[i] = (REG)*(const MEM *)AT((T)(address[i] + imm));                            \
            return inst + 1;                                                                      \
        default:                                                                                  \
            return load_any(warp, inst, mask);                                                    \
        }                                                                                         \
    }                                                                                             \
    CORE_HANDLER(NAME##_part)                                                                     \
    {                                                                                             \
        REG *out = CORE_SLOT(REG, inst->d);                                                       \
        const T *address = CORE_SLOT(T, inst->a);                                                 \
        const T imm = (T)inst->imm;                                                               \
        if (!REACH##_part(warp, inst, mask, address, sizeof(MEM)))                                \
            return load_any(warp, inst, mask);                                                    \
        if (SIM_OBSERVED && warp->run->wants_access)                                              \
            access_tell_plain(warp, inst, mask, NULL, REACH_SCATTER);                             \
        if (DRAFTED(warp, inst))                                                                  \
            return load_drafted(warp, inst, mask);                                                \
        CORE_LANES(mask, i)                                                                       \
            out[i] = (REG)*(const MEM *)AT((T)(address[i] + imm));                                \
        return inst + 1;                                                                          \
    }

#define STORE(NAME, MEM, REG, T, REACH, AT, DRAFTED)                                                   \
    CORE_HANDLER(NAME##_full)                                                                     \
    {                                                                                             \
        const REG *in = CORE_SLOT(REG, inst->b);                                                  \
        const T *address = CORE_SLOT(T, inst->a);                                                 \
        const T imm = (T)inst->imm;                                                               \
        const Reach reach = REACH(warp, inst, address, sizeof(MEM));                              \
        if (SIM_OBSERVED && warp->run->wants_access && reach != REACH_SLOW) {                     \
            MEM stored[SIM_LANES];                                                                \
            for (int i = 0; i < SIM_LANES; i++)                                                   \
                stored[i] = (MEM)in[i];                                                           \
            access_tell_plain(warp, inst, mask, stored, reach);                                   \
        }                                                                                         \
        if (DRAFTED(warp, inst) && reach != REACH_SLOW)                                           \
            return store_drafted(warp, inst, mask);                                               \
        switch (reach) {                                                                          \
        case REACH_STRIDE:                                                                        \
            for (int g = 0; g < SIM_LANES; g += REACH_GROUP) {                                    \
                MEM *to = (MEM *)AT((T)(address[g] + imm));                                       \
                CORE_GROUP                                                                        \
                    to[i] = (MEM)in[g + i];                                                       \
            }                                                                                     \
            return inst + 1;                                                                      \
        case REACH_UNIFORM:                                                                       \
        case REACH_SCATTER:                                                                       \
            for (int i = 0; i < SIM_LANES; i++)                                                   \
                *(MEM *)AT((T)(address[i] + imm)) = (MEM)in[i];                                   \
            return inst + 1;                                                                      \
        default:                                                                                  \
            return store_any(warp, inst, mask);                                                   \
        }                                                                                         \
    }                                                                                             \
    CORE_HANDLER(NAME##_part)                                                                     \
    {                                                                                             \
        const REG *in = CORE_SLOT(REG, inst->b);                                                  \
        const T *address = CORE_SLOT(T, inst->a);                                                 \
        const T imm = (T)inst->imm;                                                               \
        if (!REACH##_part(warp, inst, mask, address, sizeof(MEM)))                                \
            return store_any(warp, inst, mask);                                                   \
        if (SIM_OBSERVED && warp->run->wants_access) {                                            \
            MEM stored[SIM_LANES];                                                                \
            for (int i = 0; i < SIM_LANES; i++)                                                   \
                stored[i] = (MEM)in[i];                                                           \
            access_tell_plain(warp, inst, mask, stored, REACH_SCATTER);                           \
        }                                                                                         \
        if (DRAFTED(warp, inst))                                                                  \
            return store_drafted(warp, inst, mask);                                               \
        CORE_LANES(mask, i)                                                                       \
            *(MEM *)AT((T)(address[i] + imm)) = (MEM)in[i];                                       \
        return inst + 1;                                                                          \
    }

#define IN_ALL_SPACES(MAKE, NAME, MEM, REG)                                                       \
    MAKE(NAME##_global, MEM, REG, uint64_t, reach_global, GLOBAL_AT, is_drafted)                              \
    MAKE(NAME##_shared64, MEM, REG, uint64_t, reach_shared64, SHARED_AT, NEVER_DRAFTED)                          \
    MAKE(NAME##_shared32, MEM, REG, uint32_t, reach_shared32, SHARED_AT, NEVER_DRAFTED)

/* name, type in memory, type of the register */
#define LOADS(X)                                                                                  \
    X(u8_16, uint8_t, uint16_t) X(u8_32, uint8_t, uint32_t) X(u8_64, uint8_t, uint64_t)           \
    X(s8_16, int8_t, int16_t) X(s8_32, int8_t, int32_t) X(s8_64, int8_t, int64_t)                 \
    X(u16_16, uint16_t, uint16_t) X(u16_32, uint16_t, uint32_t) X(u16_64, uint16_t, uint64_t)     \
    X(s16_32, int16_t, int32_t) X(s16_64, int16_t, int64_t)                                       \
    X(u32_32, uint32_t, uint32_t) X(u32_64, uint32_t, uint64_t) X(s32_64, int32_t, int64_t)       \
    X(u64_64, uint64_t, uint64_t)
#define STORES(X)                                                                                 \
    X(b8_16, uint8_t, uint16_t) X(b8_32, uint8_t, uint32_t) X(b8_64, uint8_t, uint64_t)           \
    X(b16_16, uint16_t, uint16_t) X(b16_32, uint16_t, uint32_t) X(b16_64, uint16_t, uint64_t)     \
    X(b32_32, uint32_t, uint32_t) X(b32_64, uint32_t, uint64_t) X(b64_64, uint64_t, uint64_t)

#define MAKE_LOAD(NAME, MEM, REG) IN_ALL_SPACES(LOAD, load_##NAME, MEM, REG)
#define MAKE_STORE(NAME, MEM, REG) IN_ALL_SPACES(STORE, store_##NAME, MEM, REG)
LOADS(MAKE_LOAD)
STORES(MAKE_STORE)
/* clang-format on */

typedef struct Mover {
    uint8_t memory, reg;
    bool sign;
    SimHandler full[3], part[3]; /* global, shared with 64-bit, with 32-bit addresses */
} Mover;

#define MOVER(KIND, NAME, MEM, REG)                                                               \
    {sizeof(MEM),                                                                                 \
     sizeof(REG),                                                                                 \
     (MEM)-1 < (MEM)1,                                                                            \
     {KIND##_##NAME##_global_full, KIND##_##NAME##_shared64_full, KIND##_##NAME##_shared32_full}, \
     {KIND##_##NAME##_global_part, KIND##_##NAME##_shared64_part, KIND##_##NAME##_shared32_part}},
#define LOAD_MOVER(NAME, MEM, REG) MOVER(load, NAME, MEM, REG)
#define STORE_MOVER(NAME, MEM, REG) MOVER(store, NAME, MEM, REG)
static const Mover loads[] = {LOADS(LOAD_MOVER)};
static const Mover stores[] = {STORES(STORE_MOVER)};

#endif
