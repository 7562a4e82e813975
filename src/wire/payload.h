/* What is inside each message: written and read by one description, see wire/codec.h. Decoding
 * returns false when the payload is not exactly one such message; `out` is then freed and empty. */
#ifndef CULAB_WIRE_PAYLOAD_H
#define CULAB_WIRE_PAYLOAD_H

#include "wire/codec.h"
#include "wire/message.h"
#include "wire/prints.h"

void start_encode(const StartMessage *message, StrBuf *out);
bool start_decode(View payload, StartMessage *out);
void hello_encode(const HelloMessage *message, StrBuf *out);
bool hello_decode(View payload, HelloMessage *out);
void compile_encode(const CompileMessage *message, StrBuf *out);
bool compile_decode(View payload, CompileMessage *out);

void compiled_encode(const CompileResult *result, StrBuf *out);
bool compiled_decode(View payload, CompileResult *out);
void run_encode(const RunMessage *message, StrBuf *out);
bool run_decode(View payload, RunMessage *out);
/* INPUT and OUTPUT. `bytes` of the decoded chunk lie in the payload. */
void chunk_encode(const ChunkMessage *message, StrBuf *out);
bool chunk_decode(View payload, ChunkMessage *out);
/* PRINTS: wire/prints.h */
/* RAN: without the bytes of the buffers. */
void ran_encode(const RanMessage *message, StrBuf *out);
bool ran_decode(View payload, RanMessage *out);
/* In a message that was encoded: RunResult.repeated is true. */
void ran_mark_repeated(StrBuf *message);
void ask_encode(const AskMessage *message, StrBuf *out);
bool ask_decode(View payload, AskMessage *out);
void writer_encode(const Writer *writer, StrBuf *out);
bool writer_decode(View payload, Writer *out);
/* WROTE carries what a host program has written meanwhile, as it is. */

#endif
