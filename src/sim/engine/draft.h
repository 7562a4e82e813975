/* What blocks that run ahead of their turn have read and written: kept aside until all blocks
 * before them are done, and then compared with memory, and put into it.
 *
 * Memory that the kernel has not written so far is read in place. All else is read and written in
 * lines of 128 bytes, copied when they are first touched, with a bit for each byte that was read
 * and each that was written. A draft is good when the bytes that were read are in memory still,
 * once its turn has come: then running the blocks now would give the same. Reductions (atomics
 * whose result nobody uses) are listed and made in that order when the draft is put into memory. */
#ifndef CULAB_SIM_ENGINE_DRAFT_H
#define CULAB_SIM_ENGINE_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

enum { DRAFT_LINE = 128, DRAFT_LINES = 4096, DRAFT_REDUCTIONS = 1 << 13, DRAFT_OPERANDS = 32 };

/* Makes an operation with its operands on what lies at `at`. */
typedef void (*DraftReduce)(unsigned char *at, const void *operands);

typedef struct Draft Draft;

Draft *draft_new(void); /* NULL: no memory */
void draft_free(Draft *draft);
/* Forgets everything. */
void draft_clear(Draft *draft);
/* Whether what one warp's instruction may touch still fits. */
bool draft_has_room(const Draft *draft);

/* Where the `bytes` at the address (a power of two, aligned, or bytes of one line) are kept. NULL:
 * they were reduced before, or there is no memory: the draft can't go on. */
unsigned char *draft_read(Draft *draft, uint64_t address, uint32_t bytes);
unsigned char *draft_write(Draft *draft, uint64_t address, uint32_t bytes);
/* Lists an operation on `bytes` at the address, with DRAFT_OPERANDS bytes of operands. False: as
 * NULL above. */
bool draft_reduce(Draft *draft, uint64_t address, uint32_t bytes, DraftReduce reduce,
                  const void *operands);

/* Whether memory holds what was read. */
bool draft_is_good(const Draft *draft);
/* Writes to memory what was written and reduced, and forgets everything. */
void draft_apply(Draft *draft);

#endif
