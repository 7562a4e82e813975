/* A worker that behaves until a message of one type comes, and then misbehaves in one way:
 *     liar MESSAGE ACT
 * The acts are the rows of the table at the end. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"
#include "wire/frame.h"
#include "wire/payload.h"

enum { OUT_BYTES = 16 };

static void put(const void *bytes, size_t size)
{
    if (!fd_write_all(1, bytes, size))
        _exit(0);
}

static void send_frame(MessageType type, uint32_t sequence, StrBuf *payload)
{
    StrBuf frame = {0};
    frame_add(&frame, type, sequence, strbuf_view(payload));
    put(frame.data, frame.size);
    strbuf_free(&frame);
    strbuf_free(payload);
}

/* --- good behaviour --- */

static void send_hello(uint32_t sequence)
{
    StrBuf payload = {0};
    HelloMessage hello = {.has_device = true, .has_compiler = true};
    hello_encode(&hello, &payload);
    send_frame(MESSAGE_HELLO, sequence, &payload);
}

static void send_compiled(uint32_t sequence)
{
    StrBuf payload = {0};
    CompileResult result = {.ran = true, .ok = true};
    compiled_encode(&result, &payload);
    send_frame(MESSAGE_COMPILED, sequence, &payload);
}

static void send_output(uint32_t sequence, uint64_t offset, size_t size)
{
    static const char bytes[64];
    StrBuf payload = {0};
    chunk_encode(&(ChunkMessage){0, offset, {bytes, size}}, &payload);
    send_frame(MESSAGE_OUTPUT, sequence, &payload);
}

static void send_ran(uint32_t sequence, size_t buffers)
{
    StrBuf payload = {0};
    BufferResult buffer[4] = {{.role = ROLE_OUT}};
    RanMessage message = {.run = {.status = LAUNCH_OK, .buffers = buffer, .buffer_count = buffers}};
    ran_encode(&message, &payload);
    send_frame(MESSAGE_RAN, sequence, &payload);
}

static void behave(const FrameHeader *header)
{
    StrBuf payload = {0};
    switch (header->type) {
    case MESSAGE_START:
        send_hello(header->sequence);
        return;
    case MESSAGE_COMPILE:
        send_compiled(header->sequence);
        return;
    case MESSAGE_LAUNCH:
        send_output(header->sequence, 0, OUT_BYTES);
        send_ran(header->sequence, 1);
        return;
    case MESSAGE_ASK:
        writer_encode(&(Writer){.known = true}, &payload);
        send_frame(MESSAGE_WRITER, header->sequence, &payload);
        return;
    default:
        return;
    }
}

/* --- bad behaviour --- */

static void put_header(unsigned version, unsigned type, uint32_t sequence, uint32_t size)
{
    unsigned char bytes[WIRE_HEADER_BYTES];
    frame_header_write(&(FrameHeader){(MessageType)type, sequence, size}, bytes);
    bytes[4] = (unsigned char)version;
    put(bytes, sizeof bytes);
}

/* The type of the answer that would be right. */
static MessageType answer_type(const FrameHeader *header)
{
    switch (header->type) {
    case MESSAGE_START:
        return MESSAGE_HELLO;
    case MESSAGE_COMPILE:
        return MESSAGE_COMPILED;
    case MESSAGE_ASK:
        return MESSAGE_WRITER;
    default:
        return MESSAGE_RAN;
    }
}

static void act_die(const FrameHeader *header)
{
    (void)header;
    put("", 0);
    if (write(2, "first line\nit hurts\n", 20) != 20)
        _exit(8);
    _exit(7);
}

static void act_garbage(const FrameHeader *header)
{
    (void)header;
    put("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", 47);
}

static void act_huge(const FrameHeader *header)
{
    put_header(WIRE_VERSION, answer_type(header), header->sequence, 0xFFFFFFF0u);
}

static void act_version(const FrameHeader *header)
{
    put_header(99, answer_type(header), header->sequence, 0);
}

static void act_type(const FrameHeader *header)
{
    put_header(WIRE_VERSION, 999, header->sequence, 0);
}

static void act_turn(const FrameHeader *header)
{
    if (header->type == MESSAGE_COMPILE)
        send_hello(header->sequence);
    else
        send_compiled(header->sequence);
}

/* A message that only the client may send. */
static void act_echo(const FrameHeader *header)
{
    put_header(WIRE_VERSION, MESSAGE_STOP, header->sequence, 0);
}

static void act_malformed(const FrameHeader *header)
{
    StrBuf payload = {0};
    for (int i = 0; i < 40; i++)
        strbuf_add_byte(&payload, (char)0xFF);
    send_frame(answer_type(header), header->sequence, &payload);
}

static void act_sequence(const FrameHeader *header)
{
    FrameHeader other = *header;
    other.sequence += 77;
    behave(&other);
}

static void act_half(const FrameHeader *header)
{
    (void)header;
    put("cuLB\1", 5);
    _exit(0);
}

static void act_hang(const FrameHeader *header)
{
    (void)header;
}

static void act_flood(const FrameHeader *header)
{
    PrintLog log = {0};
    for (int i = 0; i < 100; i++)
        print_log_add(&log, &(PrintRecord){.attributed = true, .text = "again\n", .size = 6});
    for (;;) {
        StrBuf payload = {0};
        prints_encode(&log, &payload);
        send_frame(MESSAGE_PRINTS, header->sequence, &payload);
    }
}

static void act_outside(const FrameHeader *header)
{
    send_output(header->sequence, 0, OUT_BYTES + 1);
}

static void act_missing(const FrameHeader *header)
{
    send_ran(header->sequence, 1);
}

static void act_others(const FrameHeader *header)
{
    send_output(header->sequence, 0, OUT_BYTES);
    send_ran(header->sequence, 3);
}

static void act_memory(const FrameHeader *header)
{
    (void)header;
    _exit(WORKER_EXIT_MEMORY);
}

typedef struct Act {
    const char *name;
    void (*act)(const FrameHeader *);
} Act;

static const Act acts[] = {
    {"die", act_die},         {"garbage", act_garbage},     {"huge", act_huge},
    {"version", act_version}, {"type", act_type},           {"turn", act_turn},
    {"echo", act_echo},       {"malformed", act_malformed}, {"sequence", act_sequence},
    {"half", act_half},       {"hang", act_hang},           {"flood", act_flood},
    {"outside", act_outside}, {"missing", act_missing},     {"others", act_others},
    {"memory", act_memory},
};

static const Act *find_act(const char *name)
{
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (!strcmp(acts[i].name, name))
            return &acts[i];
    _exit(2);
}

static void read_exactly(char *to, size_t size)
{
    while (size > 0) {
        ssize_t got = read(0, to, size);
        if (got <= 0)
            _exit(0);
        to += got;
        size -= (size_t)got;
    }
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    const Act *act = find_act(arguments[2]);
    for (;;) {
        unsigned char bytes[WIRE_HEADER_BYTES];
        FrameHeader header;
        read_exactly((char *)bytes, sizeof bytes);
        if (!frame_header_read(bytes, &header, NULL))
            return 3;
        char *payload = memory_alloc((size_t)header.size + 1);
        read_exactly(payload, header.size);
        free(payload);
        if (!strcmp(message_name(header.type), arguments[1]))
            act->act(&header);
        else
            behave(&header);
    }
}
