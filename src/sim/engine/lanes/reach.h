/* Fast paths to memory: whole warps whose lanes read one address, neighbouring addresses, or any
 * addresses of one allocation. Everything else goes to access.h. */
#ifndef CULAB_SIM_ENGINE_LANES_REACH_H
#define CULAB_SIM_ENGINE_LANES_REACH_H

#include "sim/engine/access.h"
#include "sim/engine/decode.h"
#include "sim/engine/team.h"

#ifdef __clang__
#define CORE_LOOP _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < SIM_LANES; i++)
#define CORE_GROUP \
    _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < REACH_GROUP; i++)
#else
#define CORE_LOOP _Pragma("GCC ivdep") for (int i = 0; i < SIM_LANES; i++)
#define CORE_GROUP _Pragma("GCC ivdep") for (int i = 0; i < REACH_GROUP; i++)
#endif
#define CORE_SLOT(T, slot) \
    ((T *)__builtin_assume_aligned(((const SimFrame *)warp)->slots + (slot), 64))
#define CORE_LANES(mask, lane)                                                               \
    for (uint32_t left_ = (mask), lane; left_ && (lane = (uint32_t)__builtin_ctz(left_), 1); \
         left_ &= left_ - 1)
#define CORE_HANDLER(NAME) \
    static const SimInst *NAME(SimWarp *warp, const SimInst *inst, uint32_t mask)

static const uint32_t core_bit[SIM_LANES] __attribute__((aligned(64), unused)) = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/* Lanes are looked at in groups of eight, so that blocks that are 8 or 16 threads wide, whose warps
 * hold several rows, have the fast paths too. */
enum { REACH_GROUP = 8, REACH_GROUPS = SIM_LANES / REACH_GROUP };
typedef enum Reach {
    REACH_SLOW,    /* not known to be good: lane by lane */
    REACH_UNIFORM, /* each group of lanes at one address, that of its first lane */
    REACH_STRIDE,  /* each group at neighbouring addresses from its first lane's on */
    REACH_SCATTER, /* anywhere, but all good */
} Reach;
/* lanes/core_tell.c: tells observers of an access that a fast path found to lie in one window, and
 * of what shape: REACH_SCATTER where it hasn't looked. Always true. */
#define access_tell_plain SIM_VARIANT(access_tell_plain)
bool access_tell_plain(SimWarp *warp, const SimInst *inst, uint32_t mask, const void *stored,
                       Reach reach);

/* A window of memory that accesses are checked against: an allocation, or shared memory. */
typedef struct Window {
    uint64_t base; /* as the program counts */
    uint64_t size;
} Window;

/* `bytes` at offset `at` lie in the window. */
static inline int window_holds(const Window *window, uint64_t address, uint64_t bytes)
{
    uint64_t offset = address - window->base;
    return offset < window->size && window->size - offset >= bytes;
}

static inline int window_at_cache(SimWarp *warp, const SimInst *inst, uint64_t address,
                                  uint64_t bytes, Window *window)
{
    const uint32_t index = inst->aux & (MEMORY_CACHES - 1);
    MemoryCache *cache = &warp->caches[index];
    *window = (Window){cache->base, cache->size};
#if SIM_AHEAD
    const int write = ((const AccessForm *)inst->extra)->kind != SIM_ACCESS_LOAD;
    if (window_holds(window, address, bytes) &&
        !(write && warp->run->cache_ways[index] == CACHE_READ))
        return 1;
    if (address >> 48 || !team_cache(warp->run, index, address, bytes, write))
        return 0;
#else
    if (window_holds(window, address, bytes))
        return 1;
    if (address >> 48 || !access_cache(warp, cache, address, bytes))
        return 0;
#endif
    *window = (Window){cache->base, cache->size};
    return 1;
}

/* Whether an access that the cache was found to hold goes through the draft of a span that runs
 * ahead. */
static inline int is_drafted(const SimWarp *warp, const SimInst *inst)
{
    return SIM_AHEAD && warp->run->cache_ways[inst->aux & (MEMORY_CACHES - 1)] == CACHE_DRAFT;
}
#define NEVER_DRAFTED(warp, inst) 0

/* T: type of the address registers, S: its signed twin. `bytes` a power of two. */
#define REACH_FULL(NAME, T, S, WINDOW)                                                             \
    static inline Reach NAME(SimWarp *warp, const SimInst *inst, const T *address, uint32_t bytes) \
    {                                                                                              \
        T uniform = 0, stride = 0;                                                                 \
        for (int g = 0; g < REACH_GROUPS; g++)                                                     \
            for (int i = 0; i < REACH_GROUP; i++) {                                                \
                T away = address[g * REACH_GROUP + i] - address[g * REACH_GROUP];                  \
                uniform |= away;                                                                   \
                stride |= away - (T)i * (T)bytes;                                                  \
            }                                                                                      \
        Window window;                                                                             \
        const uint64_t first = (uint64_t)address[0] + (uint64_t)inst->imm;                         \
        if (!(WINDOW))                                                                             \
            return REACH_SLOW;                                                                     \
        const T to_base = (T)((uint64_t)inst->imm - window.base);                                  \
        T bad = 0, low = (T)inst->imm;                                                             \
        if (!uniform || !stride) {                                                                 \
            const uint64_t extent = (uint64_t)bytes * (uniform ? REACH_GROUP : 1);                 \
            const T most = (T)(window.size - extent);                                              \
            if (window.size < extent)                                                              \
                return REACH_SLOW;                                                                 \
            for (int g = 0; g < REACH_GROUPS; g++) {                                               \
                T offset = address[g * REACH_GROUP] + to_base;                                     \
                bad |= offset | (most - offset);                                                   \
                low |= address[g * REACH_GROUP];                                                   \
            }                                                                                      \
            if ((S)bad < 0 || low & (bytes - 1))                                                   \
                return REACH_SLOW;                                                                 \
            return uniform ? REACH_STRIDE : REACH_UNIFORM;                                         \
        }                                                                                          \
        const T most = (T)(window.size - bytes);                                                   \
        for (int i = 0; i < SIM_LANES; i++) {                                                      \
            T offset = address[i] + to_base;                                                       \
            bad |= offset | (most - offset);                                                       \
            low |= address[i];                                                                     \
        }                                                                                          \
        return (S)bad < 0 || low & (bytes - 1) ? REACH_SLOW : REACH_SCATTER;                       \
    }

REACH_FULL(reach_global, uint64_t, int64_t, window_at_cache(warp, inst, first, bytes, &window))
REACH_FULL(reach_shared64, uint64_t, int64_t,
           (window = (Window){warp->shared_base, warp->shared_bytes},
            window_holds(&window, first, bytes)))
REACH_FULL(reach_shared32, uint32_t, int32_t,
           (window = (Window){warp->shared_base, warp->shared_bytes},
            window_holds(&window, first, bytes)))

/* For a partial mask: whether the lanes in it all lie in one window; only then is it worth it. */
#define REACH_PART(NAME, T, S, WINDOW)                                                          \
    static inline int NAME(SimWarp *warp, const SimInst *inst, uint32_t mask, const T *address, \
                           uint32_t bytes)                                                      \
    {                                                                                           \
        const T one = address[__builtin_ctz(mask)];                                             \
        const uint64_t first = (uint64_t)one + (uint64_t)inst->imm;                             \
        Window window;                                                                          \
        if (!(WINDOW))                                                                          \
            return 0;                                                                           \
        const T to_base = (T)((uint64_t)inst->imm - window.base);                               \
        const T most = (T)(window.size - bytes);                                                \
        T bad = 0, low = 0;                                                                     \
        for (int i = 0; i < SIM_LANES; i++) {                                                   \
            T at = mask & core_bit[i] ? address[i] : one;                                       \
            T offset = at + to_base;                                                            \
            bad |= offset | (most - offset);                                                    \
            low |= at;                                                                          \
        }                                                                                       \
        return (S)bad >= 0 && !((low | (T)inst->imm) & (bytes - 1));                            \
    }

REACH_PART(reach_global_part, uint64_t, int64_t, window_at_cache(warp, inst, first, bytes, &window))
REACH_PART(reach_shared64_part, uint64_t, int64_t,
           (window = (Window){warp->shared_base, warp->shared_bytes},
            window_holds(&window, first, bytes)))
REACH_PART(reach_shared32_part, uint32_t, int32_t,
           (window = (Window){warp->shared_base, warp->shared_bytes},
            window_holds(&window, first, bytes)))

#endif
