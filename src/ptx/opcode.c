/* Mnemonics with their dotted words: a cache, so that each spelling is read once. */
#include "ptx/opcode.h"

#include <string.h>

#include "ptx/lookup.h"
#include "ptx/old_words.h"

enum { BUCKETS = 1024 };

static bool is_same(const Opcode *opcode, View mnemonic, uint32_t hash)
{
    View text = opcode->prototype.mnemonic;
    return opcode->hash == hash && text.size == mnemonic.size &&
           memcmp(text.data, mnemonic.data, text.size) == 0;
}

static bool fail_word(Parser *parser, PtxPos pos, PtxOp op, View mnemonic, View word)
{
    StrBuf supported = {0};
    form_describe(op, &supported);
    parser_fail(parser, pos, "'%.*s': %s has no .%.*s form%s%s", NAME_ARG(mnemonic),
                ptx_op_text(op), NAME_ARG(word), supported.size ? "; supported: " : "",
                strbuf_text(&supported));
    strbuf_free(&supported);
    return false;
}

/* Enters a word into the type list, the spaces, the vector width or the set of modifiers. */
static bool add_word(PtxInst *inst, Word word)
{
    switch (word.kind) {
    case WORD_TYPE:
        if (inst->type_count == PTX_TYPES_MAX)
            return false;
        inst->types[inst->type_count++] = (uint8_t)word.value;
        return true;
    case WORD_SPACE:
        if (inst->space && inst->space2)
            return false;
        *(inst->space ? &inst->space2 : &inst->space) = (uint8_t)word.value;
        return true;
    case WORD_VECTOR:
        inst->vector = (uint8_t)word.value;
        return true;
    case WORD_MOD:
        inst->mods[word.value / 64] |= UINT64_C(1) << word.value % 64;
        return true;
    default:
        return false;
    }
}

/* Reads the words, and finds the forms that have them. */
static bool read_mnemonic(Parser *parser, View mnemonic, PtxPos pos, Opcode *opcode)
{
    PtxInst *inst = &opcode->prototype;
    View words[FORM_WORDS_MAX], rest = mnemonic, base;
    uint32_t count = 0;
    PtxOp op;
    view_split(&rest, '.', &base);
    if (!lookup_op(base, &op))
        return parser_fail(parser, pos, "unknown instruction '%.*s'", NAME_ARG(mnemonic));
    *inst = (PtxInst){.mnemonic = mnemonic, .op = (uint16_t)op, .vector = 1, .guard = PTX_NO_REG};
    for (View word; view_split(&rest, '.', &word);) {
        if (count == FORM_WORDS_MAX)
            return fail_word(parser, pos, op, mnemonic, word);
        words[count++] = word;
    }
    count = old_words_add(parser->module, op, words, count);
    for (uint32_t i = 0; i < count; i++)
        if (!add_word(inst, lookup_word(words[i])))
            return fail_word(parser, pos, op, mnemonic, words[i]);
    uint32_t furthest;
    opcode->form_count = form_match(op, words, count, &parser->scratch, &opcode->forms, &furthest);
    if (opcode->form_count)
        return true;
    if (furthest < count)
        return fail_word(parser, pos, op, mnemonic, words[furthest]);
    StrBuf supported = {0};
    form_describe(op, &supported);
    parser_fail(parser, pos, "'%.*s' is not complete; supported: %s", NAME_ARG(mnemonic),
                strbuf_text(&supported));
    strbuf_free(&supported);
    return false;
}

const Opcode *opcode_find(Parser *parser, View mnemonic, PtxPos pos)
{
    if (!parser->opcodes)
        parser->opcodes = arena_alloc_array(&parser->scratch, BUCKETS, sizeof(Opcode *));
    uint32_t hash = lookup_hash(mnemonic);
    Opcode **bucket = &parser->opcodes[(hash ^ hash >> 16) & (BUCKETS - 1)];
    for (Opcode *opcode = *bucket; opcode; opcode = opcode->next)
        if (is_same(opcode, mnemonic, hash))
            return opcode;
    Opcode *opcode = arena_alloc(&parser->scratch, sizeof *opcode);
    if (!read_mnemonic(parser, mnemonic, pos, opcode))
        return NULL;
    opcode->hash = hash;
    opcode->next = *bucket;
    *bucket = opcode;
    return opcode;
}
