/* What a Text is made of, for the files of this folder. */
#ifndef CULAB_TEXT_PRIVATE_H
#define CULAB_TEXT_PRIVATE_H

#include "text/gap.h"
#include "text/lines.h"
#include "text/marks.h"
#include "text/text.h"
#include "text/undo.h"

struct Text {
    GapBuffer bytes;
    LineIndex lines;
    Marks marks;
    UndoHistory undo;
    uint64_t version;
    uint64_t hash; /* of the content, when hash_known */
    bool hash_known;
    TextListener listener;
    void *listener_context;
};

#endif
