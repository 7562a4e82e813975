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

static const float least_normal = 0x1p-126f;

/* Towards the nearest face's plane, as machine code does before it looks up, so that the greatest
 * is about 1. Infinity becomes NaN, which counts as less than 0; what isn't normal counts as 0. */
static void normalise(const float direction[3], float out[3])
{
    float most = fmaxf(fmaxf(fabsf(direction[0]), fabsf(direction[1])), fabsf(direction[2]));
    float reciprocal = most < least_normal ? INFINITY : 1 / most;
    for (uint32_t i = 0; i < 3; i++) {
        out[i] = direction[i] * reciprocal;
        out[i] = fabsf(out[i]) < least_normal ? 0 : out[i];
    }
}

static uint32_t face_of(const float direction[3])
{
    float size[3];
    for (uint32_t i = 0; i < 3; i++)
        size[i] = isnan(direction[i]) ? -1 : fabsf(direction[i]);
    uint32_t axis = size[2] >= size[0] && size[2] >= size[1] ? 2 : size[1] >= size[0] ? 1 : 0;
    return 2 * axis + (direction[axis] < 0);
}

/* From -1 to 1 to 0 to 1, cut. */
static float place_on(float along, int8_t sign, float out)
{
    float from_middle = (float)sign * (isinf(along) ? copysignf(1, along) : along / out);
    double cut = isnan(from_middle) ? 0 : ldexp(floor(ldexp((double)from_middle, 22)), -22);
    return (float)((cut + 1) / 2);
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
    float near[3];
    normalise(direction, near);
    uint32_t index = face_of(near);
    const Face *face = &faces[index];
    float m = fabsf(near[face->out]);
    m = m > 0 ? m : 1;
    at[0] = place_on(near[face->s], face->s_sign, m);
    at[1] = place_on(near[face->t], face->t_sign, m);
    m = fabsf(direction[face->out]);
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
