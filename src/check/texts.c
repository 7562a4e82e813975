/* Lists of reasons and sentences. */
#include <stdlib.h>
#include <string.h>

#include "check/judge.h"

bool texts_hold(const Texts *texts, const char *text)
{
    for (size_t i = 0; i < texts->size; i++)
        if (strcmp(texts->data[i], text) == 0)
            return true;
    return false;
}

void texts_add_reason(Texts *reasons, Texts *sentences, const char *reason, const char *sentence)
{
    if (texts_hold(reasons, reason))
        return;
    vec_push(reasons, memory_clone_text(reason));
    vec_push(sentences, memory_clone_text(sentence));
}

void texts_free(Texts *texts)
{
    for (size_t i = 0; i < texts->size; i++)
        free(texts->data[i]);
    vec_free(texts);
}
