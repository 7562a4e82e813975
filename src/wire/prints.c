/* Printf records in batches. */
#include "wire/prints.h"

#include <string.h>

enum { HEAD_BYTES = 12, RECORD_BYTES = 34 };

static char *put_u32(char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(value >> 8 * i);
    return at + 4;
}

static uint32_t get_u32(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static char *put_dim(char *at, const Dim3 *dim)
{
    return put_u32(put_u32(put_u32(at, dim->x), dim->y), dim->z);
}

static Dim3 get_dim(const char *at)
{
    return (Dim3){get_u32(at), get_u32(at + 4), get_u32(at + 8)};
}

void print_batch_add(PrintBatch *batch, const PrintRecord *record)
{
    char head[RECORD_BYTES];
    if (batch->bytes.size == 0)
        strbuf_add_bytes(&batch->bytes, (char[HEAD_BYTES]){0}, HEAD_BYTES);
    put_dim(head, &record->block);
    put_dim(head + 12, &record->thread);
    head[24] = record->attributed;
    head[25] = record->malformed;
    put_u32(head + 26, record->line);
    put_u32(head + 30, (uint32_t)record->size);
    strbuf_add_bytes(&batch->bytes, head, sizeof head);
    strbuf_add_bytes(&batch->bytes, record->text, record->size);
    batch->count++;
}

View print_batch_end(PrintBatch *batch, uint64_t lost)
{
    if (batch->bytes.size == 0)
        strbuf_add_bytes(&batch->bytes, (char[HEAD_BYTES]){0}, HEAD_BYTES);
    put_u32(batch->bytes.data, (uint32_t)lost);
    put_u32(batch->bytes.data + 4, (uint32_t)(lost >> 32));
    put_u32(batch->bytes.data + 8, batch->count);
    return strbuf_view(&batch->bytes);
}

void print_batch_clear(PrintBatch *batch)
{
    strbuf_clear(&batch->bytes);
    batch->count = 0;
}

void print_batch_free(PrintBatch *batch)
{
    strbuf_free(&batch->bytes);
    batch->count = 0;
}

void prints_encode(const PrintLog *log, StrBuf *out)
{
    PrintBatch batch = {0};
    for (size_t i = 0; i < log->records.size; i++)
        print_batch_add(&batch, &log->records.data[i]);
    strbuf_add(out, print_batch_end(&batch, log->lost));
    print_batch_free(&batch);
}

/* Whether a record lies at the front of `rest`, and its text's size. */
static bool is_whole(View rest, uint32_t *size)
{
    if (rest.size < RECORD_BYTES || (unsigned char)rest.data[24] > 1 ||
        (unsigned char)rest.data[25] > 1)
        return false;
    *size = get_u32(rest.data + 30);
    return *size <= rest.size - RECORD_BYTES;
}

static bool is_well_formed(View records, uint32_t count)
{
    uint32_t size;
    for (; count > 0 && is_whole(records, &size); count--)
        records = view_slice(records, RECORD_BYTES + (size_t)size, records.size);
    return count == 0 && records.size == 0;
}

/* Each text behind the last one, in one piece of the arena. */
static void take_records(View records, uint32_t count, PrintLog *out)
{
    char *text = arena_alloc(&out->arena, records.size - (size_t)count * RECORD_BYTES + 1);
    out->records.data = memory_alloc_array(count, sizeof *out->records.data);
    out->records.size = out->records.capacity = count;
    const char *at = records.data;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = get_u32(at + 30);
        out->records.data[i] = (PrintRecord){.block = get_dim(at),
                                             .thread = get_dim(at + 12),
                                             .attributed = at[24],
                                             .malformed = at[25],
                                             .line = get_u32(at + 26),
                                             .text = text,
                                             .size = size};
        memcpy(text, at + RECORD_BYTES, size);
        text += size;
        at += RECORD_BYTES + size;
    }
}

bool prints_decode(View payload, PrintLog *out)
{
    *out = (PrintLog){0};
    if (payload.size < HEAD_BYTES)
        return false;
    uint64_t lost = get_u32(payload.data) | (uint64_t)get_u32(payload.data + 4) << 32;
    uint32_t count = get_u32(payload.data + 8);
    View records = view_slice(payload, HEAD_BYTES, payload.size);
    if (!is_well_formed(records, count))
        return false;
    out->lost = lost;
    if (count > 0)
        take_records(records, count, out);
    return true;
}
