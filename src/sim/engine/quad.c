/* Where the elements of mma.m8n8k4's matrices lie, and the four products. */
#include "sim/engine/quad.h"

#include "sim/engine/product.h"

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

void quad_compute(const Quad *quad, SimWarp *warp)
{
    Matrices matrices[PRODUCTS];
    const Product product = {.m = SIDE,
                             .n = SIDE,
                             .k = DEPTH,
                             .a = PTX_F16,
                             .b = PTX_F16,
                             .c = quad->c_type,
                             .d = quad->d_type,
                             .together = DEPTH};
    for (uint32_t i = 0; i < PRODUCTS; i++)
        gather(quad, warp, i, &matrices[i]);
    for (uint32_t i = 0; i < PRODUCTS; i++) {
        Matrices *own = &matrices[i];
        product_compute(&product, own->a, own->b, own->c, own->d);
        scatter(quad, warp, i, own);
    }
}
