/* Element types of buffers: their names, sizes, values and texts. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "result/result.h"

typedef struct ElementRow {
    const char *text;
    const char *c_name; /* also accepted when parsing */
    size_t bytes;
} ElementRow;

static const ElementRow elements[ELEMENT_COUNT] = {
    [ELEMENT_I8] = {"i8", "signed char", 1}, [ELEMENT_U8] = {"u8", "unsigned char", 1},
    [ELEMENT_I16] = {"i16", "short", 2},     [ELEMENT_U16] = {"u16", "unsigned short", 2},
    [ELEMENT_I32] = {"i32", "int", 4},       [ELEMENT_U32] = {"u32", "unsigned int", 4},
    [ELEMENT_I64] = {"i64", "long long", 8}, [ELEMENT_U64] = {"u64", "unsigned long long", 8},
    [ELEMENT_F16] = {"f16", "half", 2},      [ELEMENT_F32] = {"f32", "float", 4},
    [ELEMENT_F64] = {"f64", "double", 8},
};

size_t element_bytes(ElementType type)
{
    return elements[type].bytes;
}

const char *element_text(ElementType type)
{
    return elements[type].text;
}

bool element_is_poison(ElementType type, const void *at)
{
    const unsigned char *bytes = at;
    for (size_t i = 0; i < elements[type].bytes; i++)
        if (bytes[i] != POISON_BYTE)
            return false;
    return true;
}

bool element_is_unwritten(BufferRole role, ElementType type, const void *at)
{
    return role == ROLE_OUT && elements[type].bytes > 1 && element_is_poison(type, at);
}

bool element_parse(View text, ElementType *out)
{
    for (int type = 0; type < ELEMENT_COUNT; type++) {
        if (view_equal_text(text, elements[type].text) ||
            view_equal_text(text, elements[type].c_name)) {
            *out = (ElementType)type;
            return true;
        }
    }
    return false;
}

/* IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double magnitude;
    if (exponent == 31)
        magnitude = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(fraction, -24);
    else
        magnitude = ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

/* The bits at `at` as an unsigned number; buffers need not be aligned. */
static uint64_t load_bits(ElementType type, const void *at)
{
    uint64_t bits = 0;
    const unsigned char *bytes = at;
    for (size_t i = elements[type].bytes; i-- > 0;)
        bits = bits << 8 | bytes[i];
    return bits;
}

bool element_is_signed(ElementType type)
{
    return type == ELEMENT_I8 || type == ELEMENT_I16 || type == ELEMENT_I32 || type == ELEMENT_I64;
}

static int64_t signed_value(ElementType type, uint64_t bits)
{
    int unused = 64 - 8 * (int)elements[type].bytes;
    return (int64_t)(bits << unused) >> unused;
}

bool element_is_float(ElementType type)
{
    return type == ELEMENT_F16 || type == ELEMENT_F32 || type == ELEMENT_F64;
}

double element_value(ElementType type, const void *at)
{
    float f32;
    double f64;
    switch (type) {
    case ELEMENT_F16:
        return half_value((uint16_t)load_bits(type, at));
    case ELEMENT_F32:
        memcpy(&f32, at, sizeof f32);
        return f32;
    case ELEMENT_F64:
        memcpy(&f64, at, sizeof f64);
        return f64;
    default:
        break;
    }
    uint64_t bits = load_bits(type, at);
    return element_is_signed(type) ? (double)signed_value(type, bits) : (double)bits;
}

/* Enough digits that two different values never look the same. */
static int float_digits(ElementType type)
{
    return type == ELEMENT_F64 ? 17 : type == ELEMENT_F32 ? 9 : 5;
}

void element_format(ElementType type, const void *at, StrBuf *out, bool hex)
{
    uint64_t bits = load_bits(type, at);
    if (hex)
        strbuf_format(out, "0x%0*llx", 2 * (int)elements[type].bytes, (unsigned long long)bits);
    else if (element_is_float(type))
        strbuf_format(out, "%.*g", float_digits(type), element_value(type, at));
    else if (element_is_signed(type))
        strbuf_format(out, "%lld", (long long)signed_value(type, bits));
    else
        strbuf_format(out, "%llu", (unsigned long long)bits);
}

void element_add_index(const uint64_t shape[3], uint64_t index, StrBuf *out)
{
    uint64_t width = shape[0], height = shape[1];
    if (height <= 1 || width == 0) {
        strbuf_format(out, "[%" PRIu64 "]", index);
        return;
    }
    if (shape[2] > 1)
        strbuf_format(out, "[%" PRIu64 "]", index / width / height);
    strbuf_format(out, "[%" PRIu64 "][%" PRIu64 "]",
                  shape[2] > 1 ? index / width % height : index / width, index % width);
}

uint64_t buffer_unwritten(const BufferResult *buffer)
{
    uint64_t count = 0;
    for (uint64_t i = 0; buffer->bytes && i < buffer->count; i++)
        count += element_is_unwritten(buffer->role, buffer->type,
                                      buffer->bytes + i * element_bytes(buffer->type));
    return count;
}
