/* One description for both directions: code_...() writes the value, or reads and checks it.
 *
 * After a failed read `bad` is set, further reads give zeros and empty texts, and counts are 0, so
 * that a description needs no checks of its own; what was built so far is freed as usual. */
#ifndef CULAB_WIRE_CODEC_H
#define CULAB_WIRE_CODEC_H

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct Codec {
    StrBuf *out; /* writing: appended to; reading: NULL */
    View in;     /* reading: what is left */
    bool bad;
} Codec;

void code_u8(Codec *codec, uint8_t *value);
void code_u32(Codec *codec, uint32_t *value);
void code_u64(Codec *codec, uint64_t *value);
void code_i64(Codec *codec, int64_t *value);
void code_f64(Codec *codec, double *value);
void code_bool(Codec *codec, bool *value); /* 0 or 1, nothing else */
/* `size` bytes as they are. */
void code_bytes(Codec *codec, void *bytes, size_t size);
/* UTF-8 without NUL; reading allocates (free() it) and refuses what is not valid. When writing,
 * NULL counts as "" and a text that is not valid UTF-8 is sent with the bad bytes made visible. */
void code_text(Codec *codec, char **text);
/* Any bytes; reading borrows from the frame. */
void code_view(Codec *codec, View *bytes);
/* A count of things that take at least `least` bytes each: reading refuses more than fit into the
 * rest of the frame, so that no count can make us allocate more than a multiple of what was sent.
 */
void code_count(Codec *codec, size_t *count, size_t least);
/* An enumerator below `limit`; through a pointer to the enum's own type. */
#define code_enum(codec, pointer, limit)                      \
    do {                                                      \
        uint32_t code_value_ = (uint32_t) * (pointer);        \
        code_below((codec), &code_value_, (uint32_t)(limit)); \
        *(pointer) = (__typeof__(*(pointer)))code_value_;     \
    } while (0)
void code_below(Codec *codec, uint32_t *value, uint32_t limit);
/* A VEC whose elements are coded by `each(codec, &element)`. */
#define code_vec(codec, vec, least, each)                                       \
    do {                                                                        \
        size_t code_count_ = (vec)->size;                                       \
        code_count((codec), &code_count_, (least));                             \
        if (!(codec)->out && code_count_) {                                     \
            (vec)->data = memory_alloc_array(code_count_, sizeof *(vec)->data); \
            (vec)->size = (vec)->capacity = code_count_;                        \
        }                                                                       \
        for (size_t code_i_ = 0; code_i_ < code_count_; code_i_++)              \
            each((codec), &(vec)->data[code_i_]);                               \
    } while (0)
/* Reading: true when nothing was bad and nothing is left over. */
bool codec_done(const Codec *codec);

#endif
