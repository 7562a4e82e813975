/* Values of 32 lanes in little room: one, or a first one and a step where that tells all of them.
 */
#ifndef CULAB_SIM_ENGINE_PACK_H
#define CULAB_SIM_ENGINE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most that a row of lanes of `bytes` each (2, 4, 8, 16) comes to. */
#define PACK_ROW_MOST(bytes) (1 + 32 * (size_t)(bytes))

/* Writes the row and returns how much that is; 1 where it would be more than `most`, and is
 * SIM_FORGOTTEN when it comes back. Returns as much for the same row always. */
size_t pack_row(const void *lanes, uint32_t bytes, size_t most, unsigned char *out);
/* Returns how much was read. */
size_t unpack_row(const unsigned char *packed, uint32_t bytes, void *lanes);

#endif
