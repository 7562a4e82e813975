/* A growing string. */
#include "base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void reserve(StrBuf *buf, size_t more)
{
    size_t need = buf->size + more + 1;
    if (need <= buf->capacity)
        return;
    size_t capacity = buf->capacity ? buf->capacity : 32;
    while (capacity < need)
        capacity *= 2;
    buf->data = memory_resize(buf->data, capacity, 1);
    buf->capacity = capacity;
}

void strbuf_add_bytes(StrBuf *buf, const void *data, size_t size)
{
    reserve(buf, size);
    if (size)
        memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
}

void strbuf_add(StrBuf *buf, View text)
{
    strbuf_add_bytes(buf, text.data, text.size);
}

void strbuf_add_text(StrBuf *buf, const char *text)
{
    strbuf_add_bytes(buf, text, strlen(text));
}

void strbuf_add_byte(StrBuf *buf, char byte)
{
    strbuf_add_bytes(buf, &byte, 1);
}

void strbuf_format_args(StrBuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size > 0) {
        reserve(buf, (size_t)size);
        vsnprintf(buf->data + buf->size, (size_t)size + 1, format, again);
        buf->size += (size_t)size;
    }
    va_end(again);
}

void strbuf_format(StrBuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_format_args(buf, format, args);
    va_end(args);
}

void strbuf_clear(StrBuf *buf)
{
    buf->size = 0;
    if (buf->data)
        buf->data[0] = '\0';
}

void strbuf_free(StrBuf *buf)
{
    free(buf->data);
    *buf = (StrBuf){0};
}

const char *strbuf_text(const StrBuf *buf)
{
    return buf->data ? buf->data : "";
}

View strbuf_view(const StrBuf *buf)
{
    return (View){strbuf_text(buf), buf->size};
}

char *strbuf_take(StrBuf *buf)
{
    char *text = buf->data ? buf->data : memory_alloc(1);
    *buf = (StrBuf){0};
    return text;
}
