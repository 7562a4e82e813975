/* The product of two matrices plus a third one, as the tensor cores of an H200 compute it.
 *
 * f16, bf16 and tf32: the products are exact. All of a sum, c included, are brought to the largest
 * exponent and cut after 25 bits behind its point; their exact sum is rounded once, to f32 towards
 * zero, to f16 to the nearest even. Of tf32 the lower 13 bits of a register are not looked at.
 * e4m3 and e5m2 of mma: as f16, which holds all their values, in two steps: first the two lower
 * bytes of all registers, then the others; c comes to their sum at last, rounded by itself. Those
 * of wgmma: all 32 at once, cut after 13 bits, and of a sum of f32 13 bits of fraction remain.
 * f64: multiply-adds, one after the other, with their NaNs. Integers: exact, wrapped to 32 bits or
 * with .satfinite stopped at the ends of their range; of b1 the bits that are 1 in a xor b, or in a
 * and b. Other NaNs are 0x7fffffff or 0x7fff. */
#ifndef CULAB_SIM_ENGINE_PRODUCT_H
#define CULAB_SIM_ENGINE_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/words.h"

typedef struct Product {
    uint32_t m, n, k; /* m * k, k * n, m * n at most 1024; of b1 k counts words of 32 bits */
    PtxType a, b, c, d;
    uint32_t together; /* of k: products that are added at once; the rest is added to their sum */
    bool is_short;     /* sums of few bits */
    bool by_halves;    /* the first two of each four k, then the others, then c */
    bool saturates;
    bool anded; /* of b1: a and b, else a xor b */
} Product;

/* Row after row, raw bits. */
void product_compute(const Product *product, const uint64_t *a, const uint64_t *b,
                     const uint64_t *c, uint64_t *d);

#endif
