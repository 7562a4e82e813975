/* The frame: a fixed header, written field by field, and a payload with a cap for each type.
 *
 *     bytes 0-3   "cuLB"
 *     bytes 4-5   protocol version, little-endian as all the following
 *     bytes 6-7   message type
 *     bytes 8-11  sequence number: an answer carries that of its request
 *     bytes 12-15 bytes of payload that follow
 */
#ifndef CULAB_WIRE_FRAME_H
#define CULAB_WIRE_FRAME_H

#include "base/error.h"
#include "base/strbuf.h"
#include "wire/message.h"

enum { WIRE_HEADER_BYTES = 16, WIRE_VERSION = 7 };

typedef struct FrameHeader {
    MessageType type;
    uint32_t sequence, size;
} FrameHeader;

void frame_header_write(const FrameHeader *header, unsigned char out[WIRE_HEADER_BYTES]);
/* False: not a frame of this version, an unknown type, or a payload over the type's cap. */
bool frame_header_read(const unsigned char bytes[WIRE_HEADER_BYTES], FrameHeader *out,
                       Error *error);
/* Header and payload behind what `out` holds already. A payload over the cap is a bug here. */
void frame_add(StrBuf *out, MessageType type, uint32_t sequence, View payload);

typedef enum FrameStatus { FRAME_WHOLE, FRAME_PART, FRAME_BAD } FrameStatus;
/* Looks at the front of `bytes`: a whole frame (payload borrowed from `bytes`, `used` bytes long in
 * all), a part of one that may become whole, or garbage. */
FrameStatus frame_take(View bytes, FrameHeader *header, View *payload, size_t *used, Error *error);

#endif
