/* What a terminal sends, as keys and pasted text. Sequences that are not known are swallowed. */
#ifndef CULAB_TERM_INPUT_H
#define CULAB_TERM_INPUT_H

#include "base/strbuf.h"
#include "command/key.h"

typedef enum InputKind { INPUT_NOTHING, INPUT_KEY, INPUT_PASTE } InputKind;

typedef struct InputEvent {
    InputKind kind;
    Key key;
    View paste; /* line ends are LF; holds until the next call */
} InputEvent;

/* Start from {0}. */
typedef struct Input {
    StrBuf bytes; /* received, used up to `taken` */
    size_t taken;
    bool pasting;
    bool paste_taken; /* `paste` was handed out */
    StrBuf paste;
} Input;

enum {
    INPUT_KEY_WAIT_MS = 25,     /* a lone ESC is the key after this */
    INPUT_PASTE_WAIT_MS = 1000, /* a paste without its end mark ends after this */
    INPUT_PASTE_LIMIT = 64 << 20,
};

void input_feed(Input *input, View bytes);
/* The next event. `over`: nothing more came in time, so what is incomplete is taken as it stands.
 */
InputEvent input_next(Input *input, bool over);
/* Milliseconds to wait for more before calling input_next() with `over`; -1: nothing is incomplete.
 */
int input_wait_ms(const Input *input);
void input_free(Input *input);

#endif
