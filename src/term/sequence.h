/* Escape sequences of terminals: where one ends, and which key it is. */
#ifndef CULAB_TERM_SEQUENCE_H
#define CULAB_TERM_SEQUENCE_H

#include "base/view.h"
#include "command/key.h"

typedef enum SequenceKind {
    SEQUENCE_INCOMPLETE,
    SEQUENCE_KEY,
    SEQUENCE_PASTE, /* the mark that a paste begins */
    SEQUENCE_UNKNOWN
} SequenceKind;

typedef struct Sequence {
    SequenceKind kind;
    size_t size; /* bytes it takes, unless incomplete */
    Key key;
} Sequence;

/* `bytes` begins with ESC. */
Sequence sequence_read(View bytes);
/* The key of a control byte: Ctrl-A, Enter, Tab, ... */
Key sequence_control(unsigned char byte);

#endif
