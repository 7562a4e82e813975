/* What becomes of several elements of a texture: mixed by their shares, in the precision that the
 * hardware mixes in (recorded on an H200). */
#ifndef CULAB_SIM_ENGINE_MIX_H
#define CULAB_SIM_ENGINE_MIX_H

#include "sim/engine/texel.h"

enum { MIX_ONE_BITS = 8, MIX_ONE = 1 << MIX_ONE_BITS, MIX_LOOKS = 16, MIX_PARTS = 16 * MIX_LOOKS };

typedef struct Mix {
    uint32_t bits; /* of the shares: all of them together make 1 << bits */
    uint32_t count;
    Texel texel[MIX_PARTS];
    uint32_t share[MIX_PARTS];
} Mix;

/* Without elements. */
void mix_begin(Mix *mix, uint32_t bits);
void mix_add(Mix *mix, Texel texel, uint32_t share); /* a share of 0 is none */
Texel mix_result(const SimTexture *texture, const Mix *mix);

#endif
