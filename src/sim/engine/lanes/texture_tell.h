/* What texture and surface instructions tell observers: the elements that lanes reached. */
#ifndef CULAB_SIM_ENGINE_LANES_TEXTURE_TELL_H
#define CULAB_SIM_ENGINE_LANES_TEXTURE_TELL_H

#include <string.h>

#include "sim/engine/access.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/texture_form.h"
#include "sim/engine/tile.h"

/* The n-th element of each lane, side by side; empty in the variants without observers. */
typedef struct TextureTold {
#if SIM_OBSERVED
    TexelTouches lane;
    uint64_t address[TEXEL_TOUCHES][SIM_LANES];
    uint32_t mask[TEXEL_TOUCHES];
    SimLook look;
#endif
    bool wanted;
} TextureTold;

static inline void texture_told_begin(TextureTold *told)
{
#if SIM_OBSERVED
    memset(told->mask, 0, sizeof(told->mask));
    memset(told->look.count, 0, sizeof(told->look.count));
#endif
    told->wanted = false;
}

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

static inline void texture_tell_lane(TextureTold *told, uint32_t lane, const SimTexture *texture,
                                     uint32_t bytes)
{
#if SIM_OBSERVED
    for (uint32_t i = 0; told->wanted && i < told->lane.count && i < TEXEL_TOUCHES; i++) {
        told->address[i][lane] = told->lane.address[i];
        told->look.sector[i][lane] = told->lane.sector[i];
        told->mask[i] |= 1u << lane;
    }
    /* where faces and tiles lie on a device is not known */
    bool known =
        told->lane.count < UINT8_MAX && !texture_is_cube(texture) && !tile_is(texture->type);
    told->look.count[lane] = (uint8_t)(known ? told->lane.count : UINT8_MAX);
    told->look.bytes = bytes;
    told->look.filters = texture->linear && texture_gives_floats(texture);
    told->look.levels = texture->level_count > 1 || texture->anisotropy > 1;
    told->look.dimensions = texture_dimensions(texture);
#else
    (void)told, (void)lane, (void)texture, (void)bytes;
#endif
}

/* Lanes in one instruction may reach several textures; their elements are as long as the last
 * one's for observers. `stored`: as in SimAccess. */
static inline void texture_tell(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                TextureTold *told, const void *stored)
{
#if SIM_OBSERVED
    TextureForm form = *(const TextureForm *)inst->extra;
    SimInst as_told = *inst;
    if (!told->wanted)
        return;
    form.access.bytes = told->look.bytes;
    as_told.extra = &form;
    for (uint32_t i = 0; i < TEXEL_TOUCHES; i++)
        if (told->mask[i] & mask)
            access_tell_lanes(warp, &as_told, PTX_SPACE_TEX, told->mask[i] & mask, told->address[i],
                              &(AccessShape){0}, stored);
    told->look.mask = mask;
    told->look.address = told->address[0];
    told->look.surface = form.surface;
    told->look.whole = form.is_integer;
    told->look.gathers = form.gathers;
    told->look.filters &= !form.is_integer && !form.gathers;
    told->look.at_level = form.level != 0;
    told->look.coordinates = form.dimensions + form.layered;
    access_tell_look(warp, &as_told, &told->look);
#else
    (void)warp, (void)inst, (void)mask, (void)told, (void)stored;
#endif
}

#endif
