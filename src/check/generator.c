/* Input data. Random element i of seed s is made of one 64-bit word,
 *
 *     z = mix(s * 0xD1342543DE82EF95 + (i + 1) * 0x9E3779B97F4A7C15)
 *     mix(z): z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB;
 *             z ^= z >> 31
 *
 * (the finaliser of SplitMix64). Real numbers are FROM + (TO - FROM) * k / 1024 with k = z >> 54,
 * by default from -8 to 8: sixty-fourths, so that sums of 16384 of them are exact in f32. Whole
 * numbers are FROM + (z >> 32) * (TO - FROM) / 2^32, rounded down, by default 0 to 999, and all
 * values of the 8-bit types. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check/check.h"
#include "check/store.h"

static inline uint64_t random_word(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * UINT64_C(0xD1342543DE82EF95) + (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Stores an expression of i in each element: one loop for each size, free of calls. */
#define FILL(c_type, expression)                                   \
    for (uint64_t i = 0; i < count; i++) {                         \
        c_type value_ = (c_type)(expression);                      \
        memcpy(bytes + sizeof value_ * i, &value_, sizeof value_); \
    }

static void fill_random_float(ElementType type, uint64_t seed, double from, double to,
                              uint64_t count, unsigned char *bytes)
{
    double step = (to - from) / 1024;
    if (type == ELEMENT_F32)
        FILL(float, from + step * (double)(int64_t)(random_word(seed, i) >> 54))
    else if (type == ELEMENT_F64)
        FILL(double, from + step * (double)(int64_t)(random_word(seed, i) >> 54))
    else
        FILL(uint16_t, half_of(from + step * (double)(int64_t)(random_word(seed, i) >> 54)))
}

static void fill_random_integer(ElementType type, uint64_t seed, int64_t from, uint64_t range,
                                uint64_t count, unsigned char *bytes)
{
    uint64_t base = (uint64_t)from;
    switch (element_bytes(type)) {
    case 1:
        FILL(uint8_t, base + ((random_word(seed, i) >> 32) * range >> 32))
        break;
    case 2:
        FILL(uint16_t, base + ((random_word(seed, i) >> 32) * range >> 32))
        break;
    case 4:
        FILL(uint32_t, base + ((random_word(seed, i) >> 32) * range >> 32))
        break;
    default:
        FILL(uint64_t, base + ((random_word(seed, i) >> 32) * range >> 32))
    }
}

static bool fill_random(const Generator *generator, ElementType type, uint64_t count,
                        unsigned char *bytes, Error *error)
{
    double from = generator->from, to = generator->to;
    bool whole_range = from == 0 && to == 0;
    if (element_is_float(type)) {
        fill_random_float(type, generator->seed, whole_range ? -8 : from, whole_range ? 8 : to,
                          count, bytes);
        return true;
    }
    if (whole_range) {
        from = type == ELEMENT_I8 ? -128 : 0;
        to = element_bytes(type) == 1 ? from + 256 : 1000;
    }
    if (!(from < to && from >= -0x1p31 && to <= 0x1p32))
        return error_set(error, ERROR_CONTENT,
                         "random whole numbers need FROM below TO, within 32 bits");
    fill_random_integer(type, generator->seed, (int64_t)from, (uint64_t)(to - from), count, bytes);
    return true;
}

/* Half-precision numbers are whole up to 2048 only: the ramp starts again there. */
static void fill_ramp_float(ElementType type, double start, double step, uint64_t count,
                            unsigned char *bytes)
{
    if (type == ELEMENT_F32)
        FILL(float, start + step * (double)(int64_t)i)
    else if (type == ELEMENT_F64)
        FILL(double, start + step * (double)(int64_t)i)
    else
        FILL(uint16_t, half_of(start + step * (double)(i % 2048)))
}

static void fill_ramp(const Generator *generator, ElementType type, uint64_t count,
                      unsigned char *bytes)
{
    if (element_is_float(type)) {
        fill_ramp_float(type, generator->from, generator->to, count, bytes);
        return;
    }
    uint64_t start = (uint64_t)(int64_t)generator->from, step = (uint64_t)(int64_t)generator->to;
    switch (element_bytes(type)) {
    case 1:
        FILL(uint8_t, start + step * i)
        break;
    case 2:
        FILL(uint16_t, start + step * i)
        break;
    case 4:
        FILL(uint32_t, start + step * i)
        break;
    default:
        FILL(uint64_t, start + step * i)
    }
}

static void fill_constant(const Generator *generator, ElementType type, uint64_t count,
                          unsigned char *bytes)
{
    unsigned char value[8];
    size_t size = element_bytes(type);
    if (element_is_float(type))
        element_store_float(type, generator->from, value);
    else
        element_store_integer(type, (uint64_t)(int64_t)generator->from, value);
    for (uint64_t i = 0; i < count; i++)
        memcpy(bytes + size * i, value, size);
}

static bool fill_file(const Generator *generator, const char *folder, ElementType type,
                      uint64_t count, unsigned char *bytes, Error *error)
{
    StrBuf path = {0}, content = {0};
    uint64_t wanted = count * element_bytes(type);
    if (folder && generator->file[0] != '/')
        file_join(&path, folder, generator->file);
    else
        strbuf_add_text(&path, generator->file);
    bool read = file_read(strbuf_text(&path), wanted, &content, error);
    if (read && content.size != wanted)
        read = error_set(error, ERROR_CONTENT, "%s has %zu bytes, %llu are needed",
                         strbuf_text(&path), content.size, (unsigned long long)wanted);
    if (read)
        memcpy(bytes, content.data, wanted);
    strbuf_free(&path);
    strbuf_free(&content);
    return read;
}

bool generator_fill(const Generator *generator, const char *folder, ElementType type,
                    uint64_t count, unsigned char *bytes, Error *error)
{
    switch (generator->kind) {
    case GENERATE_RAMP:
        fill_ramp(generator, type, count, bytes);
        return true;
    case GENERATE_RANDOM:
        return fill_random(generator, type, count, bytes, error);
    case GENERATE_CONSTANT:
        fill_constant(generator, type, count, bytes);
        return true;
    case GENERATE_FILE:
        return fill_file(generator, folder, type, count, bytes, error);
    case GENERATE_NONE:
        break;
    }
    return error_set(error, ERROR_CONTENT, "no data are given for this buffer");
}
