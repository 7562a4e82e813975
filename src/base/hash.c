/* FNV-1a. */
#include "base/hash.h"

uint64_t hash_bytes(uint64_t start, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t hash = start;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
