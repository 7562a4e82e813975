/* Forms: the accepted spellings of instructions, from the `forms` column of opcodes.def.
 *
 * One form is one line: words, then operands.
 *     add{.sat}.s32 d:1, a:1, b:1
 *     ld{.[weak|volatile]}{.SPACE}{.VEC}.[MEM|b128] d:1+v, [a]
 * Words:     .w          this word
 *            .[a|b]      one of these; a name in capitals is a class of words, also alone (.RND)
 *            {.w}        may be missing
 *            Types come in the order of the form, other words in any.
 * Operands:  name:kind   a value; names that start with d, p or q are written, the others
 *                        read
 *            [name]      an address
 *            [name:coords]  an address with coordinates behind it: [a, {x, y}]
 *            {, name:kind}  may be missing
 *            name:kind{|q:kind}, name:kind|q:kind   a pair
 * Kinds:     1 2 3 4     the width and kind of the first, second, ... type among the words
 *            w1          twice the width of it
 *            b32 u64 pred ...  that type
 *            imm         an integer constant
 *            frag        a vector of registers that hold a matrix; the executor counts them
 *            halves      the same of registers of 16 bits
 *            label table call  what branches and calls take
 *   followed by + where the register may be wider (ISA 9.4.1), v where the instruction's .v2, .v4
 *   asks for a vector, p where a vector packs several narrower values. */
#ifndef CULAB_PTX_FORM_H
#define CULAB_PTX_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/view.h"
#include "ptx/words.h"

enum { FORM_WORDS_MAX = 16, FORM_OPERANDS_MAX = 8, FORM_LINES_MAX = 48 };

typedef enum FormKind {
    FORM_TYPE_OF, /* the type among the words: `index` */
    FORM_TYPE,    /* `type` */
    FORM_IMM,
    FORM_LABEL,
    FORM_TABLE,
    FORM_ADDRESS,
    FORM_FRAGMENT,
    FORM_TEXEL, /* an address with coordinates */
    FORM_BAD,   /* a mistake in the table; a test looks for it */
} FormKind;

typedef struct FormOperand {
    View name;
    FormKind kind;
    uint8_t index; /* 0 for the first type */
    PtxType type;
    bool twice, wider, vector, packed; /* w, +, v, p */
    bool written;
    bool optional;
    bool second; /* the part after | of the operand before */
} FormOperand;

typedef struct Form {
    View text; /* the line */
    FormOperand operands[FORM_OPERANDS_MAX];
    uint32_t operand_count;
} Form;

/* The forms of `op` that these words fit, in the arena. `furthest`: how many words fitted some
 * form, for the message when none does. */
uint32_t form_match(PtxOp op, const View *words, uint32_t count, Arena *arena, Form **forms,
                    uint32_t *furthest);
/* "add{.sat}.s32, add.u32": the spellings of all forms without their operands. */
void form_describe(PtxOp op, StrBuf *out);
/* Classes in the order of their table; false at the end. `words`: "a|b|c". */
bool form_class(uint32_t index, const char **name, const char **words);
/* Whether a line of the forms column is well-formed; for the test over the table. */
bool form_check(PtxOp op, View line, StrBuf *why);

#endif
