/* Keys as values: a character or a named key, with modifiers; and their written form, "Ctrl-Left".
 */
#ifndef CULAB_COMMAND_KEY_H
#define CULAB_COMMAND_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/view.h"

/* The code (a character or a KeyCode) with modifier bits. Shift is set on named keys only: a
 * shifted letter is another character. Letters with Ctrl or Alt are lower case. 0: no key. */
typedef uint32_t Key;

#define KEY_WITH_SHIFT UINT32_C(0x01000000)
#define KEY_WITH_ALT UINT32_C(0x02000000)
#define KEY_WITH_CTRL UINT32_C(0x04000000)
#define KEY_CODE_MASK UINT32_C(0x00FFFFFF)

typedef enum KeyCode {
    KEYCODE_FIRST = 0x110000, /* after the last character */
    KEYCODE_ESCAPE = KEYCODE_FIRST,
    KEYCODE_ENTER,
    KEYCODE_TAB,
    KEYCODE_BACKSPACE,
    KEYCODE_DELETE,
    KEYCODE_INSERT,
    KEYCODE_UP,
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PAGE_UP,
    KEYCODE_PAGE_DOWN,
    KEYCODE_F1,
    KEYCODE_F12 = KEYCODE_F1 + 11,
    KEYCODE_END_OF_CODES
} KeyCode;

bool key_parse(View text, Key *out); /* "Ctrl-S", "Alt-1", "Shift-Tab", "F5", "Space", "?" */
void key_format(Key key, StrBuf *out);
/* True when the key is a character to be typed, without Ctrl or Alt. */
bool key_is_character(Key key);

#endif
