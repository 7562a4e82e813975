/* A growing string, always ended by NUL. Start from {0}. */
#ifndef CULAB_BASE_STRBUF_H
#define CULAB_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/view.h"

typedef struct StrBuf {
    char *data; /* NULL while empty and never grown; strbuf_text() is never NULL */
    size_t size;
    size_t capacity;
} StrBuf;

void strbuf_add(StrBuf *buf, View text);
void strbuf_add_text(StrBuf *buf, const char *text);
void strbuf_add_byte(StrBuf *buf, char byte);
void strbuf_add_bytes(StrBuf *buf, const void *data, size_t size);
void strbuf_format(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_format_args(StrBuf *buf, const char *format, va_list args);
void strbuf_clear(StrBuf *buf); /* empties, keeps the memory */
void strbuf_free(StrBuf *buf);
const char *strbuf_text(const StrBuf *buf);
View strbuf_view(const StrBuf *buf);
/* The text itself, to be freed by the caller; the buffer is empty afterwards. */
char *strbuf_take(StrBuf *buf);

#endif
