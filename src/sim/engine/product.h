/* The product of two matrices plus a third one, as the tensor cores of an H200 compute it.
 *
 * f16, bf16 and tf32: the products are exact. All of a sum, c included, are brought to the largest
 * exponent and cut after 25 bits behind its point; their exact sum is rounded once, to f32 towards
 * zero, to f16 to the nearest even. Of tf32 the lower 13 bits of a register are not looked at.
 * f64: multiply-adds, one after the other, with their NaNs. Integers: exact, wrapped to 32 bits or
 * with .satfinite stopped at the ends of their range. Other NaNs are 0x7fffffff or 0x7fff. */
#ifndef CULAB_SIM_ENGINE_PRODUCT_H
#define CULAB_SIM_ENGINE_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/words.h"

typedef struct Product {
    uint32_t m, n, k; /* m * k, k * n, m * n at most 512 */
    PtxType a, b, c, d;
    uint32_t together; /* of k: products that are added at once; the rest is added to their sum */
    bool saturates;
} Product;

/* Row after row, raw bits. */
void product_compute(const Product *product, const uint64_t *a, const uint64_t *b,
                     const uint64_t *c, uint64_t *d);

#endif
