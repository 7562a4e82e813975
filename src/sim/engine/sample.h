/* Fetching from textures: coordinates, levels, filters (CUDA C++ Programming Guide, "Texture
 * Fetching"). */
#ifndef CULAB_SIM_ENGINE_SAMPLE_H
#define CULAB_SIM_ENGINE_SAMPLE_H

#include "sim/engine/texel.h"

typedef struct SamplePoint {
    bool is_integer; /* `index` and not `at` */
    float at[3];     /* of cube maps: a direction */
    int32_t index[3];
    int32_t offset[3]; /* elements */
    float shift[3];    /* of one look among several, as a part of the extent */
    uint32_t layer;    /* taken to the last one that there is */
    float level;
    bool base;     /* no level was asked for: the first, without the texture's bias */
    bool gradient; /* the level comes from these, changes of `at` from pixel to pixel */
    float dx[3], dy[3];
    TexelTouches *touches; /* is told of all elements read; may be NULL */
} SamplePoint;

/* Four channels as 32-bit values: floats, or integers where the texture is read as such. */
void sample_fetch(const SimTexture *texture, const SamplePoint *point, uint32_t out[4]);
/* One channel of the four neighbours that a linear filter would mix: (0,1), (1,1), (1,0), (0,0). */
void sample_gather(const SimTexture *texture, const SamplePoint *point, uint32_t channel,
                   uint32_t out[4]);

#endif
