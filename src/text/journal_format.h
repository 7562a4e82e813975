/* How a journal lies on disk; all numbers are little-endian.
 *
 *   header   magic (8), version (4), zero (4), base size (8), base hash (8), hash of these 32 (8)
 *   base     the text that the first record changes
 *   records  from (8), removed (8), inserted (8), hash of the inserted bytes (8), hash of these 32
 *            chained to the record before (8), then the inserted bytes
 */
#ifndef CULAB_TEXT_JOURNAL_FORMAT_H
#define CULAB_TEXT_JOURNAL_FORMAT_H

#include <stdint.h>

#define JOURNAL_MAGIC "CULABJNL"
enum { JOURNAL_VERSION = 1, JOURNAL_HEAD = 40, RECORD_HEAD = 40 };
/* What a journal may hold; one that is larger is not ours. */
#define JOURNAL_LIMIT (UINT64_C(1) << 32)

static inline void put_u64(unsigned char *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

static inline uint64_t get_u64(const unsigned char *at)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

#endif
