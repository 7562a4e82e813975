/* What texture and surface instructions tell observers: the elements that lanes reached. */
#ifndef CULAB_SIM_ENGINE_LANES_TEXTURE_TELL_H
#define CULAB_SIM_ENGINE_LANES_TEXTURE_TELL_H

#include "sim/engine/access.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/texture_form.h"

/* The n-th element of each lane, side by side; empty in the variants without observers. */
typedef struct TextureTold {
#if SIM_OBSERVED
    TexelTouches lane;
    uint64_t address[TEXEL_TOUCHES][SIM_LANES];
    uint32_t mask[TEXEL_TOUCHES];
    uint32_t bytes;
#endif
    bool wanted;
} TextureTold;

/* Where the next lane's touches go; NULL: nobody asks. */
static inline TexelTouches *texture_touches(const SimWarp *warp, TextureTold *told)
{
#if SIM_OBSERVED
    told->wanted = warp->run->wants_access;
    told->lane.count = 0;
    return told->wanted ? &told->lane : NULL;
#else
    (void)warp, (void)told;
    return NULL;
#endif
}

static inline void texture_tell_lane(TextureTold *told, uint32_t lane, uint32_t bytes)
{
#if SIM_OBSERVED
    for (uint32_t i = 0; told->wanted && i < told->lane.count; i++) {
        told->address[i][lane] = told->lane.address[i];
        told->mask[i] |= 1u << lane;
    }
    told->bytes = bytes;
#else
    (void)told, (void)lane, (void)bytes;
#endif
}

/* Lanes in one instruction may reach several textures; their elements are as long as the last
 * one's for observers. `stored`: as in SimAccess. */
static inline void texture_tell(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                const TextureTold *told, const void *stored)
{
#if SIM_OBSERVED
    TextureForm form = *(const TextureForm *)inst->extra;
    SimInst as_told = *inst;
    form.access.bytes = told->bytes;
    as_told.extra = &form;
    for (uint32_t i = 0; told->wanted && i < TEXEL_TOUCHES; i++)
        if (told->mask[i] & mask)
            access_tell_lanes(warp, &as_told, PTX_SPACE_TEX, told->mask[i] & mask, told->address[i],
                              &(AccessShape){0}, stored);
#else
    (void)warp, (void)inst, (void)mask, (void)told, (void)stored;
#endif
}

#endif
