/* Tests of matrix instructions against what a GPU gave. A line of a table is one form:
 *
 *   mma MNEMONIC D A B C          registers in, registers out; each operand is type*registers
 *   wmma SHAPE A-LAYOUT B-LAYOUT WORDS AB C D     matrices in memory: load, mma, store
 *   load MNEMONIC D STRIDE        which element of a matrix lies in which register
 *
 * and the lines that start with a blank behind it are its results, 32-bit words in hexadecimal.
 * Types: f16 bf16 tf32 f32 f64 e4m3 e5m2 u8 s8 u4 s4 b1 s32; f16x2 and bf16x2 are two in a
 * register. */
#ifndef TESTS_SIM_MATRIX_H
#define TESTS_SIM_MATRIX_H

#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/view.h"

enum {
    IN_BYTES = 8192, /* of one block */
    A_AT = 0,
    B_AT = 2048,
    C_AT = 4096, /* where its matrices lie */
    OUT_WORDS = 256,
    BLOCKS = 4 /* at most; each has numbers of another kind */
};

typedef struct MatrixOperand {
    View type;
    uint32_t count; /* registers */
} MatrixOperand;

typedef struct MatrixForm {
    View line, kind, mnemonic;
    View shape, layout[2];
    MatrixOperand d, a, b, c;
    uint32_t stride;
    uint32_t blocks;
    VEC(uint32_t) results; /* blocks * OUT_WORDS, or none */
} MatrixForm;

/* False: the line can't be read. */
bool form_read(View line, MatrixForm *out);
/* A module with one kernel "form" that takes the addresses of input and output. */
void form_kernel(const MatrixForm *form, StrBuf *out);
/* The input of all blocks, the same each time: blocks * IN_BYTES. */
void form_inputs(const MatrixForm *form, unsigned char *out);

#endif
