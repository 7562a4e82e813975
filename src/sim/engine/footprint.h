/* How much of a texture one pixel covers: from the changes of its coordinates to a level, and to
 * several looks along the longer side (recorded on an H200). */
#ifndef CULAB_SIM_ENGINE_FOOTPRINT_H
#define CULAB_SIM_ENGINE_FOOTPRINT_H

#include "sim/engine/sample.h"

typedef struct Footprint {
    float level;
    float length;   /* looks: how many elements of the level they cover together; 1: one look */
    float along[3]; /* the direction, one element long */
} Footprint;

Footprint footprint_of(const SimTexture *texture, const SamplePoint *point);

#endif
