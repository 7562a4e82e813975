/* PRINTS: printf records in batches, written one by one as they come. There are many of them, so
 * that they have a fixed layout, little-endian:
 *   u64 lost so far in this run;  u32 number of records
 *   each: u32 block[3], thread[3];  u8 attributed, malformed;  u32 line;  u32 size of the text;
 * text */
#ifndef CULAB_WIRE_PRINTS_H
#define CULAB_WIRE_PRINTS_H

#include "result/result.h"

/* Start from {0}. */
typedef struct PrintBatch {
    StrBuf bytes; /* the message so far */
    uint32_t count;
} PrintBatch;

void print_batch_add(PrintBatch *batch, const PrintRecord *record);
/* The whole message. */
View print_batch_end(PrintBatch *batch, uint64_t lost);
void print_batch_clear(PrintBatch *batch); /* keeps its memory for the next */
void print_batch_free(PrintBatch *batch);

/* All records of the log. */
void prints_encode(const PrintLog *log, StrBuf *out);
bool prints_decode(View payload, PrintLog *out);

#endif
