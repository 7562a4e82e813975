/* From the text of a word to its number. Thread-safe; the tables are made at the first use. */
#ifndef CULAB_PTX_LOOKUP_H
#define CULAB_PTX_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/view.h"
#include "ptx/words.h"

typedef enum WordKind {
    WORD_NONE,
    WORD_TYPE,   /* PtxType */
    WORD_SPACE,  /* PtxSpace */
    WORD_VECTOR, /* 2, 4, 8 */
    WORD_MOD,    /* PtxMod */
} WordKind;

typedef struct Word {
    WordKind kind;
    uint16_t value;
} Word;

/* A dotted word without its dot. */
Word lookup_word(View text);
bool lookup_op(View text, PtxOp *op);
bool lookup_special(View text, PtxSpecial *special);

/* A hash that is quick on short names. */
static inline uint32_t lookup_hash(View text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 16777619u;
    return hash;
}

#endif
