/* What was compiled before: a driver keeps it, and says that it took no time. Here compiling is
 * cheap, and only that it happened is kept. */
#include <string.h>

#include "sim/api/image.h"
#include "sim/api/jit.h"
#include "sim/api/state.h"

/* Words of 8 bytes at a time, since images can be large. */
static uint64_t image_hash(uint64_t start, const unsigned char *bytes, size_t size)
{
    uint64_t hash = start, word;
    for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    word = size;
    memcpy((unsigned char *)&word + 1, bytes, size);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

bool jit_compiled_before(const JitOptions *options, const void *image)
{
    Table *known = &library()->compiled;
    uint64_t key = image_hash(options->made_by, image, image_size(image)) | 1;
    if (table_get(known, key))
        return true;
    table_put(known, key, known); /* without memory it is compiled anew, as it were */
    return false;
}
