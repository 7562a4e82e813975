/* Cube maps: from directions to faces, and over the edges of faces (CUDA C++ Programming Guide,
 * "Cubemap Textures"). */
#ifndef CULAB_SIM_ENGINE_CUBE_H
#define CULAB_SIM_ENGINE_CUBE_H

#include <stdint.h>

typedef struct CubeTexel {
    uint32_t face; /* 0 to 5: +x, -x, +y, -y, +z, -z */
    int64_t index[2];
} CubeTexel;

/* The face that a direction meets, and where on it, 0 to 1. Of equal sides z goes before y, y
 * before x. `dx`, `dy`: changes of the direction; they become changes of the place. May be NULL. */
uint32_t cube_project(const float direction[3], float at[2], float dx[3], float dy[3]);
/* An index one or more past an edge of its face becomes one on the neighbouring face; past one edge
 * only, and by less than a face. */
void cube_fold(CubeTexel *texel, uint32_t size);

#endif
