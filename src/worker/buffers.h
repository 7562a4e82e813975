/* The buffers of one run: on the host as they were sent, and on the device.
 *
 * On a GPU guard zones filled with a canary lie around every buffer. On the simulator a buffer is
 * an allocation of exactly its size, since there every access is checked against the allocations.
 */
#ifndef CULAB_WORKER_BUFFERS_H
#define CULAB_WORKER_BUFFERS_H

#include "wire/message.h"
#include "worker/device.h"
#include "worker/port.h"

typedef struct Buffer {
    uint32_t argument; /* its index */
    uint64_t bytes;
    unsigned char *sent;    /* in, inout; NULL for out */
    uint64_t received;      /* bytes of it that came */
    CUdeviceptr base, data; /* allocation, and the buffer in it; 0: none */
} Buffer;

typedef VEC(Buffer) BufferList;

/* Makes one for each buffer argument. False: they are larger than allowed, all together. */
bool buffers_expect(const RunMessage *run, BufferList *out);
/* Takes a piece of the data sent; false: it doesn't belong there. */
bool buffers_take(BufferList *list, const ChunkMessage *chunk);
bool buffers_complete(const BufferList *list);
/* Allocates, fills with data or poison. */
CUresult buffers_upload(BufferList *list, const Device *device);
/* On the simulator: findings name elements by the kernel's arguments. */
void buffers_label(const BufferList *list, const RunMessage *run, const Device *device);
/* The kernel's parameters, as a launch takes them: they point into the list and the message. */
void buffers_list_parameters(BufferList *list, const RunMessage *run,
                             void *parameters[WIRE_ARGUMENTS + 1]);
/* Reads one buffer back into `into` (of its size). */
CUresult buffer_download(const Buffer *buffer, const Device *device, unsigned char *into);
/* Looks at the guard zones; on the simulator there is nothing to look at. */
CUresult buffer_judge_guards(const Buffer *buffer, const Device *device, BufferResult *out);
/* Sends the buffer's data, now at `bytes`, in OUTPUT messages. */
void buffer_send(const Buffer *buffer, const unsigned char *bytes, Port *port, uint32_t sequence);
void buffers_release(BufferList *list, const Device *device); /* device memory only */
void buffers_free(BufferList *list);

#endif
