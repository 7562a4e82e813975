/* Values to and from bytes, little-endian, every read checked against what is left. */
#include "wire/codec.h"

#include <string.h>

#include "base/utf8.h"

static void fail(Codec *codec)
{
    codec->bad = true;
    codec->in = (View){0};
}

/* Takes `size` bytes off the front; NULL when there are not so many. */
static const char *take(Codec *codec, size_t size)
{
    if (codec->bad || size > codec->in.size) {
        fail(codec);
        return NULL;
    }
    const char *at = codec->in.data;
    codec->in = view_slice(codec->in, size, codec->in.size);
    return at;
}

static void code_number(Codec *codec, uint64_t *value, size_t bytes)
{
    if (codec->out) {
        char written[8];
        for (size_t i = 0; i < bytes; i++)
            written[i] = (char)(*value >> 8 * i);
        strbuf_add_bytes(codec->out, written, bytes);
        return;
    }
    const char *at = take(codec, bytes);
    *value = 0;
    for (size_t i = 0; at && i < bytes; i++)
        *value |= (uint64_t)(unsigned char)at[i] << 8 * i;
}

void code_u8(Codec *codec, uint8_t *value)
{
    uint64_t wide = *value;
    code_number(codec, &wide, 1);
    *value = (uint8_t)wide;
}

void code_u32(Codec *codec, uint32_t *value)
{
    uint64_t wide = *value;
    code_number(codec, &wide, 4);
    *value = (uint32_t)wide;
}

void code_u64(Codec *codec, uint64_t *value)
{
    code_number(codec, value, 8);
}

void code_i64(Codec *codec, int64_t *value)
{
    uint64_t bits = (uint64_t)*value;
    code_number(codec, &bits, 8);
    *value = (int64_t)bits;
}

void code_f64(Codec *codec, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    code_number(codec, &bits, 8);
    memcpy(value, &bits, sizeof bits);
}

void code_bool(Codec *codec, bool *value)
{
    uint8_t byte = *value;
    code_u8(codec, &byte);
    if (byte > 1)
        fail(codec);
    *value = byte == 1;
}

void code_bytes(Codec *codec, void *bytes, size_t size)
{
    if (codec->out) {
        strbuf_add_bytes(codec->out, bytes, size);
        return;
    }
    const char *at = take(codec, size);
    if (at)
        memcpy(bytes, at, size);
    else
        memset(bytes, 0, size);
}

void code_view(Codec *codec, View *bytes)
{
    uint32_t size = (uint32_t)bytes->size;
    code_u32(codec, &size);
    if (codec->out) {
        strbuf_add(codec->out, *bytes);
        return;
    }
    const char *at = take(codec, size);
    *bytes = at ? (View){at, size} : (View){"", 0};
}

static void write_text(Codec *codec, View text)
{
    StrBuf inert = {0};
    if (!utf8_valid(text)) {
        utf8_add_inert(&inert, text, true, false);
        text = strbuf_view(&inert);
    }
    code_view(codec, &text);
    strbuf_free(&inert);
}

void code_text(Codec *codec, char **text)
{
    if (codec->out) {
        write_text(codec, view_of(*text));
        return;
    }
    View view = {0};
    code_view(codec, &view);
    if (!utf8_valid(view) || memchr(view.data, '\0', view.size)) {
        fail(codec);
        view = VIEW("");
    }
    *text = memory_clone_bytes(view.data, view.size);
}

void code_count(Codec *codec, size_t *count, size_t least)
{
    uint32_t value = (uint32_t)*count;
    code_u32(codec, &value);
    if (!codec->out && (codec->bad || value > codec->in.size / least)) {
        fail(codec);
        value = 0;
    }
    *count = value;
}

void code_below(Codec *codec, uint32_t *value, uint32_t limit)
{
    code_u32(codec, value);
    if (*value >= limit) {
        fail(codec);
        *value = 0;
    }
}

bool codec_done(const Codec *codec)
{
    return !codec->bad && codec->in.size == 0;
}
