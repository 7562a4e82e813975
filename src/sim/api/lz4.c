/* LZ4 blocks: runs of literals, each followed by a copy of earlier output. */
#include "sim/api/lz4.h"

#include <stdint.h>
#include <string.h>

typedef struct Input {
    const uint8_t *at, *end;
} Input;

enum { MATCH_MIN = 4, LENGTH_MORE = 15 };

/* A length of 15 goes on in further bytes, up to the first that isn't 255. */
static bool length_read(Input *in, size_t *length)
{
    if (*length < LENGTH_MORE)
        return true;
    while (in->at < in->end) {
        uint8_t more = *in->at++;
        *length += more;
        if (more != UINT8_MAX)
            return true;
    }
    return false;
}

static bool literals_copy(Input *in, size_t length, uint8_t *out, size_t room)
{
    if (length > (size_t)(in->end - in->at) || length > room)
        return false;
    memcpy(out, in->at, length);
    in->at += length;
    return true;
}

/* Source and target may overlap: that is how a pattern is repeated. */
static bool match_copy(Input *in, size_t length, uint8_t *out, size_t done, size_t room,
                       size_t *copied)
{
    if (in->end - in->at < 2)
        return false;
    size_t distance = in->at[0] | (size_t)in->at[1] << 8;
    in->at += 2;
    if (!length_read(in, &length))
        return false;
    length += MATCH_MIN;
    if (!distance || distance > done || length > room)
        return false;
    for (size_t i = 0; i < length; i++)
        out[done + i] = out[done + i - distance];
    *copied = length;
    return true;
}

bool lz4_unpack(const void *block, size_t size, void *out, size_t out_size)
{
    Input in = {block, (const uint8_t *)block + size};
    size_t done = 0;
    while (in.at < in.end) {
        uint8_t token = *in.at++;
        size_t literals = token >> 4, copied = 0;
        if (!length_read(&in, &literals) ||
            !literals_copy(&in, literals, (uint8_t *)out + done, out_size - done))
            return false;
        done += literals;
        if (done == out_size)
            return true; /* the last run has no copy after it */
        if (!match_copy(&in, token & LENGTH_MORE, out, done, out_size - done, &copied))
            return false;
        done += copied;
    }
    return done == out_size;
}
