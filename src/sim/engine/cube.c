/* Cube maps: from directions to faces, and over the edges of faces. */
#include "sim/engine/cube.h"

#include <math.h>

/* Each face's coordinates s and t, and the one that points out of it: axis and sign. */
typedef struct Face {
    uint8_t s, t, out;
    int8_t s_sign, t_sign, out_sign;
} Face;

static const Face faces[6] = {
    {2, 1, 0, -1, -1, 1}, {2, 1, 0, 1, -1, -1}, {0, 2, 1, 1, 1, 1},
    {0, 2, 1, 1, -1, -1}, {0, 1, 2, 1, -1, 1},  {0, 1, 2, -1, -1, -1},
};

static uint32_t face_of(const float direction[3])
{
    float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    uint32_t axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (signbit(direction[axis]) != 0);
}

/* Of s / m by the rule for quotients, halved as the place itself is. */
static void change_project(const Face *face, const float at[2], float m, float change[3])
{
    float out = change[face->out] * face->out_sign;
    float s = change[face->s] * face->s_sign, t = change[face->t] * face->t_sign;
    change[0] = (s - (2 * at[0] - 1) * out) / m / 2;
    change[1] = (t - (2 * at[1] - 1) * out) / m / 2;
    change[2] = 0;
}

uint32_t cube_project(const float direction[3], float at[2], float dx[3], float dy[3])
{
    uint32_t index = face_of(direction);
    const Face *face = &faces[index];
    float m = fabsf(direction[face->out]);
    float s = direction[face->s] * face->s_sign, t = direction[face->t] * face->t_sign;
    at[0] = (s / m + 1) / 2;
    at[1] = (t / m + 1) / 2;
    if (dx)
        change_project(face, at, m, dx);
    if (dy)
        change_project(face, at, m, dy);
    return index;
}

/* Distances are in halves of an element, from the face's middle: whole numbers. The part of s or t
 * past the edge goes down the neighbour's side instead. */
void cube_fold(CubeTexel *texel, uint32_t size)
{
    const Face *face = &faces[texel->face];
    const int64_t edge = size;
    int64_t at[3], past = 0;
    uint32_t axis = face->out;
    at[face->out] = edge * face->out_sign;
    at[face->s] = (2 * texel->index[0] + 1 - edge) * face->s_sign;
    at[face->t] = (2 * texel->index[1] + 1 - edge) * face->t_sign;
    for (uint32_t i = 0; i < 3; i++) {
        if (i == face->out || (at[i] <= edge && at[i] >= -edge))
            continue;
        axis = i;
        past = (at[i] < 0 ? -at[i] : at[i]) - edge;
        at[i] = at[i] < 0 ? -edge : edge;
    }
    if (axis == face->out)
        return;
    at[face->out] -= past * face->out_sign;
    texel->face = 2 * axis + (at[axis] < 0);
    face = &faces[texel->face];
    texel->index[0] = (at[face->s] * face->s_sign + edge - 1) / 2;
    texel->index[1] = (at[face->t] * face->t_sign + edge - 1) / 2;
    for (uint32_t i = 0; i < 2; i++)
        texel->index[i] = texel->index[i] < 0       ? 0
                          : texel->index[i] >= edge ? edge - 1
                                                    : texel->index[i];
}
