/* Keys: written form to value and back. */
#include "command/key.h"

#include "base/utf8.h"

static const char *const names[KEYCODE_END_OF_CODES - KEYCODE_FIRST] = {
    [KEYCODE_ESCAPE - KEYCODE_FIRST] = "Esc",
    [KEYCODE_ENTER - KEYCODE_FIRST] = "Enter",
    [KEYCODE_TAB - KEYCODE_FIRST] = "Tab",
    [KEYCODE_BACKSPACE - KEYCODE_FIRST] = "Backspace",
    [KEYCODE_DELETE - KEYCODE_FIRST] = "Delete",
    [KEYCODE_INSERT - KEYCODE_FIRST] = "Insert",
    [KEYCODE_UP - KEYCODE_FIRST] = "Up",
    [KEYCODE_DOWN - KEYCODE_FIRST] = "Down",
    [KEYCODE_LEFT - KEYCODE_FIRST] = "Left",
    [KEYCODE_RIGHT - KEYCODE_FIRST] = "Right",
    [KEYCODE_HOME - KEYCODE_FIRST] = "Home",
    [KEYCODE_END - KEYCODE_FIRST] = "End",
    [KEYCODE_PAGE_UP - KEYCODE_FIRST] = "PageUp",
    [KEYCODE_PAGE_DOWN - KEYCODE_FIRST] = "PageDown",
    [KEYCODE_F1 - KEYCODE_FIRST] = "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
};

static const struct {
    const char *text;
    Key bit;
} modifiers[] = {
    {"Ctrl-", KEY_WITH_CTRL},
    {"Alt-", KEY_WITH_ALT},
    {"Shift-", KEY_WITH_SHIFT},
};

static bool take_modifier(View *text, Key *bits)
{
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
        View name = view_of(modifiers[i].text);
        if (view_starts(*text, modifiers[i].text) && text->size > name.size) {
            *text = view_slice(*text, name.size, text->size);
            *bits |= modifiers[i].bit;
            return true;
        }
    }
    return false;
}

static Key named(View text)
{
    if (view_equal_text(text, "Space"))
        return ' ';
    for (Key i = 0; i < sizeof names / sizeof *names; i++)
        if (view_equal_text(text, names[i]))
            return KEYCODE_FIRST + i;
    return 0;
}

static Key character(View text, Key bits)
{
    uint32_t codepoint;
    size_t used = utf8_decode(text, &codepoint);
    if (used == 0 || used != text.size || !utf8_valid(text) || codepoint <= ' ' ||
        (bits & KEY_WITH_SHIFT))
        return 0;
    if ((bits & KEY_WITH_CTRL) && codepoint >= 'A' && codepoint <= 'Z')
        codepoint += 'a' - 'A';
    return codepoint;
}

bool key_parse(View text, Key *out)
{
    Key bits = 0;
    while (take_modifier(&text, &bits))
        continue;
    Key code = named(text);
    if (code == 0)
        code = character(text, bits);
    *out = code | bits;
    return code != 0;
}

void key_format(Key key, StrBuf *out)
{
    Key code = key & KEY_CODE_MASK;
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        if (key & modifiers[i].bit)
            strbuf_add_text(out, modifiers[i].text);
    if (code >= KEYCODE_FIRST && code < KEYCODE_END_OF_CODES) {
        strbuf_add_text(out, names[code - KEYCODE_FIRST]);
    } else if (code == ' ') {
        strbuf_add_text(out, "Space");
    } else {
        char bytes[4];
        if ((key & KEY_WITH_CTRL) && code >= 'a' && code <= 'z')
            code -= 'a' - 'A';
        strbuf_add_bytes(out, bytes, utf8_encode(code, bytes));
    }
}

bool key_is_character(Key key)
{
    return key >= ' ' && key < KEYCODE_FIRST && key != 0x7F;
}
