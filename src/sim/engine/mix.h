/* What becomes of several elements of a texture: mixed by their shares, in the precision that the
 * hardware mixes in (recorded on an H200). */
#ifndef CULAB_SIM_ENGINE_MIX_H
#define CULAB_SIM_ENGINE_MIX_H

#include "sim/engine/texel.h"

enum { MIX_ONE_BITS = 8, MIX_ONE = 1 << MIX_ONE_BITS, MIX_PARTS = 16 };

typedef struct Mix {
    uint32_t count;
    Texel texel[MIX_PARTS];
    uint32_t share[MIX_PARTS]; /* in 256ths; all of them together make 1 */
} Mix;

void mix_add(Mix *mix, Texel texel, uint32_t share); /* a share of 0 is none */
Texel mix_result(const SimTexture *texture, const Mix *mix);

#endif
