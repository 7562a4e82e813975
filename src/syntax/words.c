/* The words that the CUDA lexer knows. */
#include "syntax/words.h"

#include <string.h>

typedef struct Word {
    View text;
    SyntaxKind kind;
} Word;

static const Word words[] = {
#define WORD(text, kind) {{text, sizeof(text) - 1}, kind},
#include "syntax/words.def"
#undef WORD
};

static int compare(View a, View b)
{
    size_t shorter = a.size < b.size ? a.size : b.size;
    int order = memcmp(a.data, b.data, shorter);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

SyntaxKind cuda_word_kind(View word)
{
    size_t low = 0, high = sizeof words / sizeof *words;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(words[middle].text, word);
        if (order == 0)
            return words[middle].kind;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return SYNTAX_PLAIN;
}
