/* Fetching from textures: coordinates, address modes, filters, conversions (CUDA C++ Programming
 * Guide, "Texture Fetching"). */
#ifndef CULAB_SIM_ENGINE_SAMPLE_H
#define CULAB_SIM_ENGINE_SAMPLE_H

#include "sim/texture.h"

typedef struct SamplePoint {
    bool is_integer; /* `index` and not `at` */
    float at[3];
    int32_t index[3];
    uint32_t layer; /* taken to the last one that there is */
    float level;
} SamplePoint;

/* Sides without layers: 1, 2, 3. */
uint32_t sample_dimensions(const SimTexture *texture);
bool sample_is_layered(const SimTexture *texture);
/* Four channels as 32-bit values: floats, or integers where the texture is read as such. */
void sample_fetch(const SimTexture *texture, const SamplePoint *point, uint32_t out[4]);
/* One channel of the four neighbours that a linear filter would mix: (0,1), (1,1), (1,0), (0,0). */
void sample_gather(const SimTexture *texture, const SamplePoint *point, uint32_t channel,
                   uint32_t out[4]);

#endif
