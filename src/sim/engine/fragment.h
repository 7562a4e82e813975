/* Which element of a matrix lies in which register of which lane (ISA 9.7.14, wmma and mma). */
#ifndef CULAB_SIM_ENGINE_FRAGMENT_H
#define CULAB_SIM_ENGINE_FRAGMENT_H

#include "sim/engine/warp.h"

enum { FRAGMENT_REGISTERS = 8, MATRIX_ELEMENTS = 1024 };

typedef enum FragmentRole { FRAGMENT_A, FRAGMENT_B, FRAGMENT_C } FragmentRole;

typedef struct Fragment {
    FragmentRole role;
    bool turned; /* holds its matrix transposed, as those of m8n32k16 do */
    PtxType type;
    uint32_t rows, columns;
    uint32_t bits;            /* of an element */
    uint32_t per;             /* elements in one register */
    uint32_t distinct, count; /* registers; those after the distinct ones repeat them */
    uint32_t slots[FRAGMENT_REGISTERS];
} Fragment;

typedef struct FragmentPlace {
    uint32_t row, column;
} FragmentPlace;

/* Of a matrix of rows x columns. Its slots are the caller's to fill. False: it has another number
 * of registers than `count`. */
/* Bits of one element; of .b1 a whole register counts as one. */
uint32_t fragment_bits(PtxType type);
bool fragment_init(Fragment *fragment, FragmentRole role, bool turned, PtxType type, uint32_t rows,
                   uint32_t columns, uint32_t count);
/* The place in the matrix of an element of a lane's distinct registers. */
FragmentPlace fragment_place(const Fragment *fragment, uint32_t lane, uint32_t element);

/* Between the registers and a matrix of rows x columns, as raw bits. */
void fragment_gather(const Fragment *fragment, const SimWarp *warp, uint64_t *matrix);
void fragment_scatter(const Fragment *fragment, SimWarp *warp, const uint64_t *matrix);

#endif
