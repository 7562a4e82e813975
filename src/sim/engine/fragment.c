/* Layouts of matrix fragments. Those of wmma are the program's not to know; they are what sm_80 and
 * later have, tested on an H200. */
#include "sim/engine/fragment.h"

#include <string.h>

enum { GROUPS = 8, LANES_OF_GROUP = 4 };

uint32_t fragment_bits(PtxType type)
{
    bool nibble = type == PTX_S4 || type == PTX_U4, whole = type == PTX_TF32 || type == PTX_B1;
    return nibble ? 4 : whole ? 32 : ptx_type_bytes(type) * 8;
}

bool fragment_init(Fragment *fragment, FragmentRole role, bool turned, PtxType type, uint32_t rows,
                   uint32_t columns, uint32_t count)
{
    uint32_t bits = fragment_bits(type), reg_bits = bits > 32 ? bits : 32;
    *fragment = (Fragment){.role = role,
                           .turned = turned,
                           .type = type,
                           .rows = rows,
                           .columns = columns,
                           .bits = bits,
                           .per = reg_bits / bits,
                           .count = count};
    fragment->distinct = rows * columns / SIM_LANES / fragment->per;
    return count <= FRAGMENT_REGISTERS && fragment->distinct && count % fragment->distinct == 0;
}

/* Rows in groups of 8, two to a tile; along the other side the elements of a register and the four
 * lanes of a group, again and again. */
static FragmentPlace place_a(const Fragment *fragment, uint32_t rows, uint32_t columns,
                             uint32_t lane, uint32_t element)
{
    uint32_t reg = element / fragment->per, part = element % fragment->per;
    uint32_t halves = rows < 2 * GROUPS ? 1 : 2, width = LANES_OF_GROUP * fragment->per;
    uint32_t blocks = columns / width, half = reg % halves;
    reg /= halves;
    return (FragmentPlace){lane / LANES_OF_GROUP + GROUPS * half + 2 * GROUPS * (reg / blocks),
                           lane % LANES_OF_GROUP * fragment->per + part + width * (reg % blocks)};
}

static FragmentPlace place_b(const Fragment *fragment, uint32_t rows, uint32_t lane,
                             uint32_t element)
{
    uint32_t reg = element / fragment->per, part = element % fragment->per;
    uint32_t height = LANES_OF_GROUP * fragment->per, blocks = rows / height;
    return (FragmentPlace){lane % LANES_OF_GROUP * fragment->per + part + height * (reg % blocks),
                           lane / LANES_OF_GROUP + GROUPS * (reg / blocks)};
}

/* Pairs of neighbours, whatever the width of an element. */
static FragmentPlace place_c(uint32_t rows, uint32_t columns, uint32_t lane, uint32_t element)
{
    uint32_t pair = element / 2, halves = rows < 2 * GROUPS ? 1 : 2, half = pair % halves;
    uint32_t blocks = columns / GROUPS;
    pair /= halves;
    return (FragmentPlace){lane / LANES_OF_GROUP + GROUPS * half + 2 * GROUPS * (pair / blocks),
                           lane % LANES_OF_GROUP * 2 + element % 2 + GROUPS * (pair % blocks)};
}

FragmentPlace fragment_place(const Fragment *fragment, uint32_t lane, uint32_t element)
{
    bool turned = fragment->turned;
    uint32_t rows = turned ? fragment->columns : fragment->rows;
    uint32_t columns = turned ? fragment->rows : fragment->columns;
    FragmentRole role = fragment->role;
    if (turned && role != FRAGMENT_C)
        role = role == FRAGMENT_A ? FRAGMENT_B : FRAGMENT_A;
    FragmentPlace place = role == FRAGMENT_A   ? place_a(fragment, rows, columns, lane, element)
                          : role == FRAGMENT_B ? place_b(fragment, rows, lane, element)
                                               : place_c(rows, columns, lane, element);
    return turned ? (FragmentPlace){place.column, place.row} : place;
}

static uint64_t element_mask(const Fragment *fragment)
{
    return fragment->bits == 64 ? UINT64_MAX : (UINT64_C(1) << fragment->bits) - 1;
}

static uint64_t register_read(const Fragment *fragment, const SimWarp *warp, uint32_t reg,
                              uint32_t lane)
{
    return fragment->bits == 64 ? SIM_LANE(uint64_t, warp, fragment->slots[reg])[lane]
                                : SIM_LANE(uint32_t, warp, fragment->slots[reg])[lane];
}

void fragment_gather(const Fragment *fragment, const SimWarp *warp, uint64_t *matrix)
{
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        for (uint32_t i = 0; i < fragment->distinct * fragment->per; i++) {
            FragmentPlace place = fragment_place(fragment, lane, i);
            uint64_t value = register_read(fragment, warp, i / fragment->per, lane);
            matrix[place.row * fragment->columns + place.column] =
                value >> i % fragment->per * fragment->bits & element_mask(fragment);
        }
}

static void register_write(const Fragment *fragment, SimWarp *warp, uint32_t reg, uint32_t lane,
                           uint64_t value)
{
    if (fragment->bits == 64)
        SIM_LANE(uint64_t, warp, fragment->slots[reg])[lane] = value;
    else
        SIM_LANE(uint32_t, warp, fragment->slots[reg])[lane] = (uint32_t)value;
}

void fragment_scatter(const Fragment *fragment, SimWarp *warp, const uint64_t *matrix)
{
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        for (uint32_t reg = 0; reg < fragment->count; reg++) {
            uint64_t value = 0;
            for (uint32_t part = 0; part < fragment->per; part++) {
                uint32_t element = reg % fragment->distinct * fragment->per + part;
                FragmentPlace place = fragment_place(fragment, lane, element);
                value |= matrix[place.row * fragment->columns + place.column]
                         << part * fragment->bits % 64;
            }
            register_write(fragment, warp, reg, lane, value);
        }
}
