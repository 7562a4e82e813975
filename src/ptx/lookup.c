/* From the text of a word to its number: three small hash tables, filled once. */
#include "ptx/lookup.h"

#include <pthread.h>
#include <string.h>

typedef struct Slot {
    const char *text; /* NULL: free */
    uint32_t size;
    Word word;
} Slot;

enum { SLOTS = 1024 }; /* a power of two, several times the number of words */

typedef struct Table {
    Slot slots[SLOTS];
} Table;

_Static_assert(PTX_TYPE_COUNT + PTX_SPACE_COUNT + PTX_MOD_COUNT < SLOTS / 2, "table too full");
_Static_assert(PTX_OP_COUNT < SLOTS / 2, "table too full");

/* Written once under the guard, constant ever after. */
static Table words, ops, specials;
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static Slot *slot_of(Table *table, View text)
{
    uint32_t at = lookup_hash(text);
    for (;; at++) {
        Slot *slot = &table->slots[(at ^ at >> 15) & (SLOTS - 1)];
        if (!slot->text ||
            (slot->size == text.size && memcmp(slot->text, text.data, text.size) == 0))
            return slot;
    }
}

static void put(Table *table, const char *text, WordKind kind, unsigned value)
{
    View view = view_of(text);
    Slot *slot = slot_of(table, view);
    if (!slot->text)
        *slot = (Slot){text, (uint32_t)view.size, {kind, (uint16_t)value}};
}

static void fill(void)
{
    for (unsigned i = 1; i < PTX_TYPE_COUNT; i++)
        put(&words, ptx_type_text((PtxType)i), WORD_TYPE, i);
    for (unsigned i = 1; i < PTX_SPACE_COUNT; i++)
        put(&words, ptx_space_text((PtxSpace)i), WORD_SPACE, i);
    for (unsigned i = 0; i < PTX_MOD_COUNT; i++)
        put(&words, ptx_mod_text((PtxMod)i), WORD_MOD, i);
    put(&words, "NaN", WORD_MOD, PTX_MOD_NAN); /* min.NaN, but setp.nan */
    put(&words, "v2", WORD_VECTOR, 2);
    put(&words, "v4", WORD_VECTOR, 4);
    put(&words, "v8", WORD_VECTOR, 8);
    for (unsigned i = 0; i < PTX_OP_COUNT; i++)
        put(&ops, ptx_op_text((PtxOp)i), WORD_NONE, i);
    for (unsigned i = 0; i < PTX_SPECIAL_COUNT; i++)
        put(&specials, ptx_special_text((PtxSpecial)i), WORD_NONE, i);
}

static const Slot *find(Table *table, View text)
{
    pthread_once(&filled, fill);
    const Slot *slot = slot_of(table, text);
    return slot->text ? slot : NULL;
}

Word lookup_word(View text)
{
    const Slot *slot = find(&words, text);
    return slot ? slot->word : (Word){WORD_NONE, 0};
}

bool lookup_op(View text, PtxOp *op)
{
    const Slot *slot = find(&ops, text);
    if (slot)
        *op = (PtxOp)slot->word.value;
    return slot != NULL;
}

bool lookup_special(View text, PtxSpecial *special)
{
    const Slot *slot = find(&specials, text);
    if (slot)
        *special = (PtxSpecial)slot->word.value;
    return slot != NULL;
}
