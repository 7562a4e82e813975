/* Sums of multiples of a block's and a thread's indices, and what values they can take: for the
 * proof that blocks keep apart (apart.h).
 *
 * A form stands for a register's value as an integer: what the register holds is the form modulo
 * its width. Variables are the indices, each 0 for all where there is one only, and others that
 * stand for a value of which only the range is known, and which is another in each thread. */
#ifndef CULAB_SIM_ENGINE_AFFINE_H
#define CULAB_SIM_ENGINE_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

/* The first ones: %ctaid.x, .y, .z, %tid.x, .y, .z. */
enum { FORM_VARS = 16, FORM_BLOCK_VARS = 3, FORM_INDEX_VARS = 6 };

typedef __int128 Wide;

typedef struct Form {
    bool known; /* false: nothing is known of the value */
    int64_t constant;
    int64_t coef[FORM_VARS];
} Form;

typedef struct Range {
    Wide low, high; /* both may be reached */
} Range;

/* The ranges of all variables, none of them empty. */
typedef struct FormSpace {
    Range range[FORM_VARS];
    uint32_t count;
} FormSpace;

/* That a form without a constant, whose coefficients have no common divisor, lies in a range, where
 * the thread is; and those that were known before it. NULL: no more is known. */
typedef struct Bound Bound;
struct Bound {
    const Bound *before;
    Form form;
    Range range;
};

Form form_of(int64_t constant);
Form form_var(uint32_t var);
Form form_unknown(void);
bool form_is_constant(const Form *form);
/* Modulo 2^64. Of an unknown form nothing is known. */
Form form_add(const Form *a, const Form *b);
Form form_scale(const Form *form, int64_t by);
/* The same modulo 2^bits (8 to 64), with the smallest coefficients. */
Form form_reduce(const Form *form, uint32_t bits);

/* Where the form, which is known, can lie. */
Range form_range(const FormSpace *space, const Bound *bounds, const Form *form);
/* The form that equals, and not only modulo 2^bits, what a register of that width holds as an
 * unsigned or signed number. False: none is known to. */
bool form_exact(const FormSpace *space, const Bound *bounds, const Form *form, uint32_t bits,
                bool is_signed, Form *out);
/* Adds to the bounds that the form, which is known, lies in the range, or is not 0. `out` is where
 * it is kept; false: it says nothing new. */
bool bound_make(const FormSpace *space, const Bound *bounds, const Form *form, Range range,
                Bound *out);
bool bound_make_not(const FormSpace *space, const Bound *bounds, const Form *form, Bound *out);

/* Bytes that threads reach: `bytes` from the form on, which is exact. */
typedef struct Reached {
    Form form;
    uint32_t bytes;
    const Bound *bounds;
    Range range; /* of the form */
} Reached;
/* Whether a byte that a thread reaches by `a` can be one that another thread reaches by `b`. Which
 * threads are meant: those that differ in one of the first `vars` variables, FORM_BLOCK_VARS or
 * FORM_INDEX_VARS. True also where that isn't found out in `*steps` steps, less those it took. */
bool reached_may_meet(const FormSpace *space, const Reached *a, const Reached *b, uint32_t vars,
                      uint32_t *steps);

#endif
