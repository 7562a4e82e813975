/* The text being edited: bytes, lines, marks and undo, changed together. */
#include "text/text.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/hash.h"
#include "text/private.h"

Text *text_new(View initial)
{
    Text *text = memory_alloc(sizeof *text);
    gap_replace(&text->bytes, 0, 0, initial);
    lines_replace(&text->lines, 0, 0, initial);
    return text;
}

void text_free(Text *text)
{
    if (!text)
        return;
    gap_free(&text->bytes);
    lines_free(&text->lines);
    vec_free(&text->marks.positions);
    undo_free(&text->undo);
    free(text);
}

size_t text_size(const Text *text)
{
    return gap_size(&text->bytes);
}

size_t text_line_count(const Text *text)
{
    return lines_count(&text->lines);
}

size_t text_line_start(const Text *text, size_t line)
{
    if (line == 0)
        return 0;
    return line < text_line_count(text) ? lines_feed(&text->lines, line - 1) + 1 : text_size(text);
}

size_t text_line_end(const Text *text, size_t line)
{
    return line + 1 < text_line_count(text) ? lines_feed(&text->lines, line) : text_size(text);
}

size_t text_line_of(const Text *text, size_t position)
{
    return lines_before(&text->lines, position);
}

static size_t clamp(const Text *text, size_t position)
{
    size_t size = text_size(text);
    return position < size ? position : size;
}

void text_copy(const Text *text, size_t from, size_t to, StrBuf *out)
{
    gap_copy(&text->bytes, from, clamp(text, to), out);
}

void text_copy_line(const Text *text, size_t line, StrBuf *out)
{
    text_copy(text, text_line_start(text, line), text_line_end(text, line), out);
}

char text_byte(const Text *text, size_t position)
{
    return position < text_size(text) ? gap_byte(&text->bytes, position) : '\0';
}

/* Changes everything but the undo history. */
static void apply(Text *text, size_t from, size_t to, View with)
{
    gap_replace(&text->bytes, from, to, with);
    lines_replace(&text->lines, from, to, with);
    marks_move(&text->marks, from, to, from + with.size);
    text->version++;
    text->hash_known = false;
    if (text->listener)
        text->listener(text->listener_context, from, to, from + with.size);
}

void text_replace(Text *text, size_t from, size_t to, View with)
{
    to = clamp(text, to);
    from = from < to ? from : to;
    if (from == to && with.size == 0)
        return;
    StrBuf removed = {0};
    text_copy(text, from, to, &removed);
    undo_record(&text->undo, from, &removed, with, clock_now_ns());
    apply(text, from, to, with);
}

void text_group_begin(Text *text)
{
    undo_group_begin(&text->undo);
}

void text_group_end(Text *text)
{
    undo_group_end(&text->undo);
}

bool text_undo(Text *text, size_t *position)
{
    size_t first, last;
    if (!undo_take_back(&text->undo, &first, &last))
        return false;
    for (size_t i = last; i-- > first;) {
        const Change *change = &text->undo.changes.data[i];
        apply(text, change->from, change->from + change->inserted.size,
              strbuf_view(&change->removed));
        *position = change->from + change->removed.size;
    }
    return true;
}

bool text_redo(Text *text, size_t *position)
{
    size_t first, last;
    if (!undo_take_again(&text->undo, &first, &last))
        return false;
    for (size_t i = first; i < last; i++) {
        const Change *change = &text->undo.changes.data[i];
        apply(text, change->from, change->from + change->removed.size,
              strbuf_view(&change->inserted));
        *position = change->from + change->inserted.size;
    }
    return true;
}

uint64_t text_version(const Text *text)
{
    return text->version;
}

uint64_t text_hash(const Text *text)
{
    if (!text->hash_known) {
        View parts[2];
        Text *cache = (Text *)text;
        gap_views(&text->bytes, 0, text_size(text), parts);
        cache->hash = hash_bytes(HASH_START, parts[0].data, parts[0].size);
        cache->hash = hash_bytes(cache->hash, parts[1].data, parts[1].size);
        cache->hash_known = true;
    }
    return text->hash;
}

Mark text_mark(Text *text, size_t position)
{
    return marks_add(&text->marks, clamp(text, position));
}

size_t text_mark_position(const Text *text, Mark mark)
{
    return mark < text->marks.positions.size ? clamp(text, text->marks.positions.data[mark]) : 0;
}

void text_unmark(Text *text, Mark mark)
{
    marks_remove(&text->marks, mark);
}

void text_listen(Text *text, TextListener listener, void *context)
{
    text->listener = listener;
    text->listener_context = context;
}
