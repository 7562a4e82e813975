/* Reading escape sequences: ECMA-48 shapes, the keys of xterm, the VT220, rxvt and the Linux
 * console. */
#include "term/sequence.h"

#include "base/utf8.h"

enum { LONGEST_STRING = 4096, PARAMETERS = 4 };

static Sequence incomplete(void)
{
    return (Sequence){.kind = SEQUENCE_INCOMPLETE};
}

static Sequence known(Key key, size_t size)
{
    return (Sequence){key ? SEQUENCE_KEY : SEQUENCE_UNKNOWN, size, key};
}

Key sequence_control(unsigned char byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return KEYCODE_ENTER;
    case '\t':
        return KEYCODE_TAB;
    case 0x08:
    case 0x7F:
        return KEYCODE_BACKSPACE;
    case 0x1B:
        return KEYCODE_ESCAPE;
    case 0:
        return ' ' | KEY_WITH_CTRL;
    default:
        return (byte <= 26 ? (Key)byte + 'a' - 1 : (Key)byte + '@') | KEY_WITH_CTRL;
    }
}

/* Parameter 1 + bits: Shift 1, Alt 2, Ctrl 4. */
static Key with_modifiers(Key key, unsigned parameter)
{
    unsigned bits = parameter > 0 ? parameter - 1 : 0;
    if (key == 0)
        return 0;
    return key | (bits & 1 ? KEY_WITH_SHIFT : 0) | (bits & 2 ? KEY_WITH_ALT : 0) |
           (bits & 4 ? KEY_WITH_CTRL : 0);
}

static const struct {
    char final;
    Key key;
} letters[] = {
    {'A', KEYCODE_UP},     {'B', KEYCODE_DOWN},   {'C', KEYCODE_RIGHT}, {'D', KEYCODE_LEFT},
    {'F', KEYCODE_END},    {'H', KEYCODE_HOME},   {'P', KEYCODE_F1},    {'Q', KEYCODE_F1 + 1},
    {'R', KEYCODE_F1 + 2}, {'S', KEYCODE_F1 + 3}, {'M', KEYCODE_ENTER},
};

static Key letter_key(char final)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].final == final)
            return letters[i].key;
    return 0;
}

/* Numbers before '~'; F13 to F20 are the shifted ones of rxvt and the Linux console. */
static const Key numbered[] = {
    [1] = KEYCODE_HOME,
    [2] = KEYCODE_INSERT,
    [3] = KEYCODE_DELETE,
    [4] = KEYCODE_END,
    [5] = KEYCODE_PAGE_UP,
    [6] = KEYCODE_PAGE_DOWN,
    [7] = KEYCODE_HOME,
    [8] = KEYCODE_END,
    [11] = KEYCODE_F1,
    [12] = KEYCODE_F1 + 1,
    [13] = KEYCODE_F1 + 2,
    [14] = KEYCODE_F1 + 3,
    [15] = KEYCODE_F1 + 4,
    [17] = KEYCODE_F1 + 5,
    [18] = KEYCODE_F1 + 6,
    [19] = KEYCODE_F1 + 7,
    [20] = KEYCODE_F1 + 8,
    [21] = KEYCODE_F1 + 9,
    [23] = KEYCODE_F1 + 10,
    [24] = KEYCODE_F1 + 11,
    [25] = KEYCODE_F1 | KEY_WITH_SHIFT,
    [26] = (KEYCODE_F1 + 1) | KEY_WITH_SHIFT,
    [28] = (KEYCODE_F1 + 2) | KEY_WITH_SHIFT,
    [29] = (KEYCODE_F1 + 3) | KEY_WITH_SHIFT,
    [31] = (KEYCODE_F1 + 4) | KEY_WITH_SHIFT,
    [32] = (KEYCODE_F1 + 5) | KEY_WITH_SHIFT,
    [33] = (KEYCODE_F1 + 6) | KEY_WITH_SHIFT,
    [34] = (KEYCODE_F1 + 7) | KEY_WITH_SHIFT,
};

static Key numbered_key(unsigned number)
{
    return number < sizeof numbered / sizeof *numbered ? numbered[number] : 0;
}

/* A key told by its character code (CSI u, and xterm's modifyOtherKeys). */
static Key coded_key(unsigned code, unsigned modifiers)
{
    if (code < 0x20 || code == 0x7F)
        return with_modifiers(sequence_control((unsigned char)code), modifiers);
    if (code > 0x10FFFF)
        return 0;
    Key key = with_modifiers(code, modifiers) & ~KEY_WITH_SHIFT;
    bool upper = code >= 'A' && code <= 'Z' && (key & KEY_WITH_CTRL);
    return upper ? key + ('a' - 'A') : key;
}

typedef struct Csi {
    unsigned values[PARAMETERS];
    size_t count;
    bool private; /* '<', '=', '>' or '?' stood there: a report, not a key */
    char final;
    size_t size;
} Csi;

static void read_parameter(Csi *csi, char byte)
{
    if (byte >= '<')
        csi->private = true;
    else if ((byte == ';' || byte == ':') && csi->count < PARAMETERS - 1)
        csi->count++;
    else if (byte >= '0' && byte <= '9' && csi->values[csi->count] < 0x110000)
        csi->values[csi->count] = csi->values[csi->count] * 10 + (unsigned)(byte - '0');
}

/* From behind "ESC [". False: incomplete. */
static bool read_csi(View bytes, size_t at, Csi *csi)
{
    for (; at < bytes.size; at++) {
        char byte = bytes.data[at];
        bool rxvt = byte == '$' && at > 2 && bytes.data[at - 1] >= '0' && bytes.data[at - 1] <= '9';
        if (byte >= 0x30 && byte <= 0x3F) {
            read_parameter(csi, byte);
        } else if (byte < 0x20 || byte > 0x2F || rxvt) {
            csi->final = byte;
            csi->size = at + 1;
            return true;
        }
    }
    return false;
}

/* "ESC [ [ A" to "E": F1 to F5 of the Linux console. */
static Sequence read_console_key(View bytes)
{
    if (bytes.size < 4)
        return incomplete();
    char last = bytes.data[3];
    return known(last >= 'A' && last <= 'E' ? KEYCODE_F1 + (Key)(last - 'A') : 0, 4);
}

static Key csi_key(const Csi *csi)
{
    unsigned first = csi->values[0], second = csi->values[1];
    if (csi->private)
        return 0;
    switch (csi->final) {
    case '~':
        return first == 27 ? coded_key(csi->values[2], second)
                           : with_modifiers(numbered_key(first), second);
    case '^':
        return with_modifiers(numbered_key(first), 5);
    case '$':
        return with_modifiers(numbered_key(first), 2);
    case '@':
        return with_modifiers(numbered_key(first), 6);
    case 'u':
        return coded_key(first, second);
    case 'Z':
        return KEYCODE_TAB | KEY_WITH_SHIFT;
    case 'a':
    case 'b':
    case 'c':
    case 'd':
        return letter_key((char)(csi->final - 'a' + 'A')) | KEY_WITH_SHIFT;
    case 'M': /* a mouse report */
        return 0;
    default:
        return with_modifiers(letter_key(csi->final), second);
    }
}

static Sequence read_control_sequence(View bytes)
{
    Csi csi = {0};
    if (bytes.size > 2 && bytes.data[2] == '[')
        return read_console_key(bytes);
    if (!read_csi(bytes, 2, &csi))
        return bytes.size < LONGEST_STRING ? incomplete() : known(0, bytes.size);
    if (csi.final == '~' && csi.values[0] == 200 && !csi.private)
        return (Sequence){SEQUENCE_PASTE, csi.size, 0};
    return known(csi_key(&csi), csi.size);
}

/* "ESC O x", with a modifier's digit before x in some terminals. */
static Sequence read_single_shift(View bytes)
{
    size_t at = 2;
    unsigned modifiers = 0;
    while (at < bytes.size && bytes.data[at] >= '0' && bytes.data[at] <= '9')
        modifiers = (modifiers * 10 + (unsigned)(bytes.data[at++] - '0')) & 0xFF;
    if (at >= bytes.size)
        return incomplete();
    char final = bytes.data[at];
    if (final >= 'a' && final <= 'd') /* rxvt */
        return known(letter_key((char)(final - 'a' + 'A')) | KEY_WITH_CTRL, at + 1);
    return known(with_modifiers(letter_key(final), modifiers), at + 1);
}

/* Strings that a terminal sends in answer to something: up to ST or BEL. */
static Sequence read_string(View bytes)
{
    for (size_t at = 2; at < bytes.size; at++) {
        if (bytes.data[at] == 0x07)
            return known(0, at + 1);
        if (bytes.data[at] == 0x1B && at + 1 < bytes.size && bytes.data[at + 1] == '\\')
            return known(0, at + 2);
    }
    return bytes.size < LONGEST_STRING ? incomplete() : known(0, bytes.size);
}

static Sequence with_alt(Sequence sequence)
{
    sequence.size++;
    if (sequence.kind == SEQUENCE_KEY)
        sequence.key |= KEY_WITH_ALT;
    return sequence;
}

static Sequence read_alt(View bytes)
{
    unsigned char byte = (unsigned char)bytes.data[1];
    uint32_t codepoint;
    if (byte < 0x20 || byte == 0x7F)
        return known(sequence_control(byte) | KEY_WITH_ALT, 2);
    size_t size = utf8_decode(view_slice(bytes, 1, bytes.size), &codepoint);
    return known(codepoint | KEY_WITH_ALT, 1 + size);
}

/* ESC ESC: the key, unless the second one begins a sequence (Alt with a named key). */
static Sequence read_second_escape(View bytes)
{
    if (bytes.size < 3)
        return incomplete();
    if (bytes.data[2] != '[' && bytes.data[2] != 'O')
        return known(KEYCODE_ESCAPE, 1);
    Sequence inner = sequence_read(view_slice(bytes, 1, bytes.size));
    return inner.kind == SEQUENCE_INCOMPLETE ? inner : with_alt(inner);
}

Sequence sequence_read(View bytes)
{
    if (bytes.size < 2)
        return incomplete();
    switch (bytes.data[1]) {
    case '[':
        return read_control_sequence(bytes);
    case 'O':
        return read_single_shift(bytes);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
        return read_string(bytes);
    case 0x1B:
        return read_second_escape(bytes);
    default:
        return read_alt(bytes);
    }
}
