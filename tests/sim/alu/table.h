/* Tables of instruction forms with their inputs and results: what tests/sim/alu/NAME.table holds.
 *
 * A table is text, in blocks that end with an empty line; "#" starts a comment line:
 *
 *   target 8.3 sm_90                 PTX version and target of the kernels, first of all
 *   recorded TEXT                    where the results come from, for people
 *
 *   inputs f32.2 b32 b32             a named list of rows; a type for each of %a, %b, %c, %e
 *   3f800000 bf800000
 *
 *   form b32 f32.2 exact | add.f32 %d, %a, %b;
 *   00000000                         the results, one for each row, blanks or line ends between
 *
 * A form's text may hold several instructions, and use the predicates %p and %q and the registers
 * %h (b16), %t (b32) and %u (b64). Its bound is "exact", "relative X" or "absolute X" (f32 results
 * are meant; NaN and infinities must be met exactly, but for which NaN). */
#ifndef CULAB_TESTS_SIM_ALU_TABLE_H
#define CULAB_TESTS_SIM_ALU_TABLE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "ptx/words.h"

enum { TABLE_INPUTS_MAX = 4 };

typedef struct TableInputs {
    View name;
    PtxType types[TABLE_INPUTS_MAX];
    uint32_t count; /* of types */
    VEC(uint64_t) values;
    size_t rows;
} TableInputs;

typedef enum TableBound { TABLE_EXACT, TABLE_RELATIVE, TABLE_ABSOLUTE, TABLE_REFUSED } TableBound;

typedef struct TableForm {
    View text; /* PTX */
    PtxType type;
    size_t inputs; /* index */
    TableBound bound;
    double limit;
    VEC(uint64_t) results; /* as many as the inputs have rows, or none */
    int line;
    bool recorded; /* just now */
    bool dropped;  /* the recorder's GPU doesn't take it: not written */
} TableForm;

typedef struct Table {
    Arena arena;
    View target; /* "8.3 sm_90" */
    View recorded;
    VEC(TableInputs) inputs;
    VEC(TableForm) forms;
} Table;

/* False: `error` has file and line. Free with table_free() in any case. */
bool table_read(Table *table, const char *path, Error *error);
void table_free(Table *table);
/* The file's text again, with the results that are in the table. */
void table_write(const Table *table, StrBuf *out);

/* Version, target, and an entry "form" with these parameters that declares the form's registers:
 * the beginning of any kernel for it, up to its first instruction. */
void table_begin_kernel(const Table *table, const TableForm *form, const char *params, StrBuf *out);
/* One kernel for a form: entry "form" with parameters u64 in, u64 out, u32 rows, u32 step. Thread i
 * works on row i if i < rows and (i + 1) % step == 0: with step 1 whole warps, with step 2 every
 * second lane. `in` has four u64 a row, `out` one, which is left alone where there is no work. */
void table_kernel(const Table *table, const TableForm *form, StrBuf *out);
/* Whether a result is right. */
bool table_accepts(const TableForm *form, uint64_t expected, uint64_t got);

#endif
