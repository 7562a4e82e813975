/* From bytes to keys and pastes. */
#include "term/input.h"

#include <string.h>

#include "base/utf8.h"
#include "term/sequence.h"

static const char paste_end[] = "\033[201~";

void input_feed(Input *input, View bytes)
{
    if (input->taken == input->bytes.size) {
        strbuf_clear(&input->bytes);
        input->taken = 0;
    }
    strbuf_add(&input->bytes, bytes);
}

static View unread(const Input *input)
{
    return view_slice(strbuf_view(&input->bytes), input->taken, input->bytes.size);
}

static InputEvent key_event(Key key)
{
    return (InputEvent){.kind = key ? INPUT_KEY : INPUT_NOTHING, .key = key};
}

/* What is past the limit is cut off at the end, never out of the middle. */
static void keep_paste(Input *input, View bytes)
{
    strbuf_add(&input->paste, view_slice(bytes, 0, INPUT_PASTE_LIMIT - input->paste.size));
}

/* A terminal sends CR for a line end. */
static void mend_line_ends(StrBuf *text)
{
    size_t to = 0;
    for (size_t from = 0; from < text->size; from++) {
        char byte = text->data[from];
        if (byte == '\r') {
            byte = '\n';
            from += from + 1 < text->size && text->data[from + 1] == '\n';
        }
        text->data[to++] = byte;
    }
    text->size = to;
}

static InputEvent end_paste(Input *input)
{
    input->pasting = false;
    input->paste_taken = true;
    mend_line_ends(&input->paste);
    return (InputEvent){.kind = INPUT_PASTE, .paste = strbuf_view(&input->paste)};
}

/* How many bytes at the end of `text` may be the front of the end mark. */
static size_t begun_mark(View text)
{
    size_t longest = sizeof paste_end - 2;
    for (size_t size = text.size < longest ? text.size : longest; size > 0; size--)
        if (memcmp(text.data + text.size - size, paste_end, size) == 0)
            return size;
    return 0;
}

static InputEvent next_paste(Input *input, bool over)
{
    View rest = unread(input);
    const char *end =
        rest.size > 0 ? memmem(rest.data, rest.size, paste_end, sizeof paste_end - 1) : NULL;
    size_t size = end ? (size_t)(end - rest.data) : rest.size - (over ? 0 : begun_mark(rest));
    keep_paste(input, view_slice(rest, 0, size));
    input->taken += size + (end ? sizeof paste_end - 1 : 0);
    return end || over ? end_paste(input) : (InputEvent){0};
}

/* Nothing followed in time: one ESC, or two, are the key; a longer front of a sequence is
 * nothing. */
static InputEvent take_escape(Input *input, View rest)
{
    bool alone = rest.size == 1 || (rest.size == 2 && rest.data[1] == 0x1B);
    input->taken += rest.size;
    return key_event(alone ? KEYCODE_ESCAPE : 0);
}

static bool next_sequence(Input *input, View rest, bool over, InputEvent *event)
{
    Sequence sequence = sequence_read(rest);
    if (sequence.kind == SEQUENCE_INCOMPLETE && !over)
        return false;
    if (sequence.kind == SEQUENCE_INCOMPLETE) {
        *event = take_escape(input, rest);
        return true;
    }
    input->taken += sequence.size;
    *event = key_event(sequence.kind == SEQUENCE_KEY ? sequence.key : 0);
    if (sequence.kind == SEQUENCE_PASTE) {
        input->pasting = true;
        strbuf_clear(&input->paste);
        *event = next_paste(input, false);
    }
    return true;
}

/* Whether `rest` is the front of a UTF-8 sequence that is not all there. */
static bool is_cut(View rest)
{
    unsigned char first = (unsigned char)rest.data[0];
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (rest.size >= size)
        return false;
    for (size_t i = 1; i < rest.size; i++)
        if ((rest.data[i] & 0xC0) != 0x80)
            return false;
    return true;
}

static bool next_character(Input *input, View rest, bool over, InputEvent *event)
{
    uint32_t codepoint;
    if (is_cut(rest) && !over)
        return false;
    size_t size = utf8_decode(rest, &codepoint);
    bool bad = codepoint == 0xFFFD && size == 1;
    input->taken += size;
    *event = key_event(bad || (codepoint >= 0x80 && codepoint < 0xA0) ? 0 : codepoint);
    return true;
}

InputEvent input_next(Input *input, bool over)
{
    InputEvent event = {0};
    if (input->paste_taken) {
        input->paste_taken = false;
        strbuf_free(&input->paste);
    }
    while (event.kind == INPUT_NOTHING) {
        View rest = unread(input);
        unsigned char first = rest.size > 0 ? (unsigned char)rest.data[0] : 0;
        if (input->pasting && (rest.size > 0 || over)) {
            event = next_paste(input, over);
            if (input->pasting)
                break;
        } else if (rest.size == 0) {
            break;
        } else if (first == 0x1B) {
            if (!next_sequence(input, rest, over, &event))
                break;
        } else if (first < 0x20 || first == 0x7F) {
            input->taken++;
            event = key_event(sequence_control(first));
        } else if (!next_character(input, rest, over, &event)) {
            break;
        }
    }
    return event;
}

int input_wait_ms(const Input *input)
{
    if (input->pasting)
        return INPUT_PASTE_WAIT_MS;
    return input->taken < input->bytes.size ? INPUT_KEY_WAIT_MS : -1;
}

void input_free(Input *input)
{
    strbuf_free(&input->bytes);
    strbuf_free(&input->paste);
}
