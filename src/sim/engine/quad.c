/* Where the elements of mma.m8n8k4's matrices lie, and the four products. */
#include "sim/engine/quad.h"

#include <math.h>

#include "sim/engine/lanes/lane_half.h"

enum { PRODUCTS = 4, SIDE = 8, DEPTH = 4, ELEMENTS = SIDE * SIDE, HALF_LANES = 16 };

typedef struct Place {
    uint32_t row, column;
} Place;

uint32_t quad_registers(bool input, PtxType type)
{
    return input ? 2 : type == PTX_F32 ? 8 : 4;
}

/* Lanes 0 to 3 and 16 to 19 make the first product, 4 to 7 and 20 to 23 the second, ... */
static uint32_t lane_of(uint32_t product, uint32_t i)
{
    return product * DEPTH + i % DEPTH + (i < DEPTH ? 0 : HALF_LANES);
}

static uint32_t upper(uint32_t lane)
{
    return lane < HALF_LANES ? 0 : DEPTH;
}

static Place place_a(const Quad *quad, uint32_t lane, uint32_t i)
{
    return quad->a_by_row ? (Place){lane % DEPTH + upper(lane), i}
                          : (Place){i + upper(lane), lane % DEPTH};
}

static Place place_b(const Quad *quad, uint32_t lane, uint32_t i)
{
    return quad->b_by_row ? (Place){lane % DEPTH, i + upper(lane)}
                          : (Place){i, lane % DEPTH + upper(lane)};
}

static Place place_c(PtxType type, uint32_t lane, uint32_t i)
{
    if (type == PTX_F16)
        return (Place){lane % DEPTH + upper(lane), i};
    return (Place){(lane & 1) + (i & 2) + upper(lane), (i & 4) + (lane & 2) + (i & 1)};
}

static uint64_t element(const SimWarp *warp, const uint32_t *slots, PtxType type, uint32_t lane,
                        uint32_t i)
{
    if (type == PTX_F32)
        return SIM_LANE(uint32_t, warp, slots[i])[lane];
    return SIM_LANE(uint32_t, warp, slots[i / 2])[lane] >> i % 2 * 16 & 0xffff;
}

static void element_put(SimWarp *warp, const uint32_t *slots, PtxType type, uint32_t lane,
                        uint32_t i, uint64_t value)
{
    if (type == PTX_F32) {
        SIM_LANE(uint32_t, warp, slots[i])[lane] = (uint32_t)value;
        return;
    }
    uint32_t *reg = &SIM_LANE(uint32_t, warp, slots[i / 2])[lane], shift = i % 2 * 16;
    *reg = (*reg & ~(UINT32_C(0xffff) << shift)) | (uint32_t)value << shift;
}

typedef struct Matrices {
    uint64_t a[SIDE * DEPTH], b[DEPTH * SIDE], c[ELEMENTS], d[ELEMENTS];
} Matrices;

static void gather(const Quad *quad, const SimWarp *warp, uint32_t number, Matrices *out)
{
    for (uint32_t l = 0; l < SIDE; l++) {
        uint32_t lane = lane_of(number, l);
        for (uint32_t i = 0; i < DEPTH; i++) {
            Place a = place_a(quad, lane, i), b = place_b(quad, lane, i);
            out->a[a.row * DEPTH + a.column] = element(warp, quad->a, PTX_F16, lane, i);
            out->b[b.row * SIDE + b.column] = element(warp, quad->b, PTX_F16, lane, i);
        }
        for (uint32_t i = 0; i < SIDE; i++) {
            Place c = place_c(quad->c_type, lane, i);
            out->c[c.row * SIDE + c.column] = element(warp, quad->c, quad->c_type, lane, i);
        }
    }
}

static void scatter(const Quad *quad, SimWarp *warp, uint32_t number, const Matrices *matrices)
{
    for (uint32_t l = 0; l < SIDE; l++)
        for (uint32_t i = 0; i < SIDE; i++) {
            uint32_t lane = lane_of(number, l);
            Place d = place_c(quad->d_type, lane, i);
            element_put(warp, quad->d, quad->d_type, lane, i, matrices->d[d.row * SIDE + d.column]);
        }
}

static float to_single(PtxType type, uint64_t bits)
{
    return type == PTX_F32 ? value_f32((u32)bits) : widen_f16((u16)bits);
}

/* GPUs since the first that had it make it of single multiply-adds: f32 as a chain that c comes to
 * at last, f16 in two pairs. A product of f16 is exact. */
static uint64_t one_sum(const Quad *quad, const uint64_t *a, const uint64_t *b, uint64_t given)
{
    float x[DEPTH], y[DEPTH], c = to_single(quad->c_type, given);
    for (uint32_t i = 0; i < DEPTH; i++) {
        x[i] = widen_f16((u16)a[i]);
        y[i] = widen_f16((u16)b[i * SIDE]);
    }
    if (quad->d_type == PTX_F16)
        return narrow_f16((c + fmaf(x[1], y[1], x[0] * y[0])) + fmaf(x[3], y[3], x[2] * y[2]));
    float sum = 0;
    for (uint32_t i = 0; i < DEPTH; i++)
        sum = fmaf(x[i], y[i], sum);
    sum += c;
    return sum == sum ? bits_f32(sum) : 0x7fffffff;
}

void quad_compute(const Quad *quad, SimWarp *warp)
{
    Matrices matrices[PRODUCTS];
    for (uint32_t i = 0; i < PRODUCTS; i++)
        gather(quad, warp, i, &matrices[i]);
    for (uint32_t i = 0; i < PRODUCTS; i++) {
        Matrices *own = &matrices[i];
        for (uint32_t e = 0; e < ELEMENTS; e++)
            own->d[e] = one_sum(quad, &own->a[e / SIDE * DEPTH], &own->b[e % SIDE], own->c[e]);
        scatter(quad, warp, i, own);
    }
}
