/* libFuzzer: frames and payloads of every message, as an untrusted peer may send them. */
#include "wire/frame.h"
#include "wire/payload.h"

#define TRY(name, Type, freer)                \
    do {                                      \
        Type message;                         \
        if (name##_decode(payload, &message)) \
            freer(&message);                  \
    } while (0)

static void forget_chunk(ChunkMessage *message)
{
    (void)message;
}

static void forget_ask(AskMessage *message)
{
    (void)message;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    View all = {(const char *)data, size}, payload;
    FrameHeader header;
    size_t used;
    Error error = {0};
    frame_take(all, &header, &payload, &used, &error);
    if (size == 0)
        return 0;
    payload = view_slice(all, 1, size);
    switch (data[0] % 9) {
    case 0:
        TRY(start, StartMessage, start_message_free);
        break;
    case 1:
        TRY(hello, HelloMessage, hello_message_free);
        break;
    case 2:
        TRY(compile, CompileMessage, compile_message_free);
        break;
    case 3:
        TRY(compiled, CompileResult, compile_result_free);
        break;
    case 4:
        TRY(run, RunMessage, run_message_free);
        break;
    case 5:
        TRY(chunk, ChunkMessage, forget_chunk);
        TRY(ask, AskMessage, forget_ask);
        break;
    case 6:
        TRY(prints, PrintLog, print_log_free);
        break;
    case 7:
        TRY(ran, RanMessage, ran_message_free);
        break;
    default:
        TRY(writer, Writer, writer_free);
        break;
    }
    return 0;
}
