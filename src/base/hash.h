/* FNV-1a, 64 bits: for tables and caches, not for secrets. */
#ifndef CULAB_BASE_HASH_H
#define CULAB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t hash_bytes(uint64_t start, const void *data, size_t size);

#endif
