/* Frames: header fields in little-endian, and what a stream of bytes holds so far. */
#include "wire/frame.h"

#include <assert.h>
#include <string.h>

static const unsigned char magic[4] = {'c', 'u', 'L', 'B'};

static void put(unsigned char *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t get(const unsigned char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

void frame_header_write(const FrameHeader *header, unsigned char out[WIRE_HEADER_BYTES])
{
    memcpy(out, magic, sizeof magic);
    put(out + 4, WIRE_VERSION, 2);
    put(out + 6, (uint32_t)header->type, 2);
    put(out + 8, header->sequence, 4);
    put(out + 12, header->size, 4);
}

bool frame_header_read(const unsigned char bytes[WIRE_HEADER_BYTES], FrameHeader *out, Error *error)
{
    uint32_t version = get(bytes + 4, 2), type = get(bytes + 6, 2), size = get(bytes + 12, 4);
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, ERROR_MACHINE, "it sent something that is no message");
    if (version != WIRE_VERSION)
        return error_set(error, ERROR_MACHINE,
                         "it speaks version %u of the protocol, this side version %u", version,
                         (unsigned)WIRE_VERSION);
    if (!message_known(type))
        return error_set(error, ERROR_MACHINE, "it sent a message of unknown type %u", type);
    if (size > message_cap((MessageType)type))
        return error_set(error, ERROR_MACHINE, "it announced a %s message of %u bytes",
                         message_name((MessageType)type), size);
    *out = (FrameHeader){(MessageType)type, get(bytes + 8, 4), size};
    return true;
}

void frame_add(StrBuf *out, MessageType type, uint32_t sequence, View payload)
{
    assert(payload.size <= message_cap(type));
    unsigned char bytes[WIRE_HEADER_BYTES];
    frame_header_write(&(FrameHeader){type, sequence, (uint32_t)payload.size}, bytes);
    strbuf_add_bytes(out, bytes, sizeof bytes);
    strbuf_add(out, payload);
}

FrameStatus frame_take(View bytes, FrameHeader *header, View *payload, size_t *used, Error *error)
{
    if (bytes.size < WIRE_HEADER_BYTES)
        return FRAME_PART;
    if (!frame_header_read((const unsigned char *)bytes.data, header, error))
        return FRAME_BAD;
    if (bytes.size - WIRE_HEADER_BYTES < header->size)
        return FRAME_PART;
    *payload = view_slice(bytes, WIRE_HEADER_BYTES, WIRE_HEADER_BYTES + header->size);
    *used = WIRE_HEADER_BYTES + header->size;
    return FRAME_WHOLE;
}
