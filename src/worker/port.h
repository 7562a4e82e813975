/* The worker's end of the conversation: frames in by a thread of its own, so that STOP is heard
 * while a kernel runs; frames out. */
#ifndef CULAB_WORKER_PORT_H
#define CULAB_WORKER_PORT_H

#include "wire/frame.h"

typedef struct Port Port;

typedef struct Message {
    FrameHeader header;
    StrBuf payload;
} Message;

/* Takes over the two descriptors. When the other side closes, or sends what is no message, the
 * process ends at once, whatever it is at. */
Port *port_new(int in, int out);
/* Waits for the next message; free its payload. STOP does not come this way. */
void port_receive(Port *port, Message *out);
bool port_waiting(Port *port); /* a message is there already */
void port_send(Port *port, MessageType type, uint32_t sequence, View payload);

/* Messages that were sent, to be sent once more. */
typedef struct PortRecord {
    StrBuf frames;
    size_t most; /* bytes */
    bool full;   /* there were more: it is not whole */
} PortRecord;

/* From now on all that is sent is written down, too; NULL: no longer. */
void port_record(Port *port, PortRecord *record);
void port_send_record(Port *port, uint32_t sequence, View frames);

/* From LAUNCH on, a STOP that carries `sequence` sets `stopped`. Between begin and end it calls
 * `stop` again and again (from the port's thread) until the end; it may not use the port. `stop`
 * may be NULL. */
void port_run_begin(Port *port, uint32_t sequence, void (*stop)(void));
void port_run_end(Port *port);
/* Called before the process ends because nobody is there any more; from the port's thread. */
void port_at_end(Port *port, void (*end)(void *state), void *state);
bool port_stopped(Port *port);
/* Between begin and end, the process exits with WORKER_EXIT_MEMORY when it has taken `bytes` more
 * than at the beginning. */
void port_guard_memory(Port *port, uint64_t bytes);
void port_guard_end(Port *port);

#endif
