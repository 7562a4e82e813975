/* Buffers of a run: receiving, uploading, guard zones, reading back. */
#include "worker/buffers.h"

#include <stdlib.h>
#include <string.h>

#include "wire/payload.h"

enum {
    GUARD_BYTES = 4096, /* before and after; a multiple of any alignment that kernels rely on */
    CANARY_BYTE = 0xA7,
};

bool buffers_expect(const RunMessage *run, BufferList *out)
{
    uint64_t total = 0;
    for (size_t i = 0; i < run->arguments.size; i++) {
        const RunArgument *argument = &run->arguments.data[i];
        uint64_t size = element_bytes(argument->type);
        if (!argument->is_buffer)
            continue;
        if (argument->count > (WIRE_BUFFER_CAP - total) / size)
            return false;
        Buffer buffer = {.argument = (uint32_t)i, .bytes = argument->count * size};
        total += buffer.bytes;
        if (argument->role != ROLE_OUT)
            buffer.sent = memory_alloc((size_t)buffer.bytes + 1);
        vec_push(out, buffer);
    }
    return true;
}

bool buffers_take(BufferList *list, const ChunkMessage *chunk)
{
    for (size_t i = 0; i < list->size; i++) {
        Buffer *buffer = &list->data[i];
        if (buffer->argument != chunk->argument)
            continue;
        if (!buffer->sent || chunk->offset != buffer->received ||
            chunk->bytes.size > buffer->bytes - chunk->offset)
            return false;
        memcpy(buffer->sent + chunk->offset, chunk->bytes.data, chunk->bytes.size);
        buffer->received += chunk->bytes.size;
        return true;
    }
    return false;
}

bool buffers_complete(const BufferList *list)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->data[i].sent && list->data[i].received != list->data[i].bytes)
            return false;
    return true;
}

/* On the simulator device memory is this process's own, so the poison can be laid without the
 * checkers taking it for data. */
static CUresult poison(const Buffer *buffer, const Device *device)
{
    if (!device->sim)
        return device->cuda.cuMemsetD8(buffer->data, POISON_BYTE, (size_t)buffer->bytes);
    memset((void *)(uintptr_t)buffer->data, POISON_BYTE, (size_t)buffer->bytes);
    return CUDA_SUCCESS;
}

static CUresult upload(Buffer *buffer, const Device *device)
{
    const CudaDriver *cuda = &device->cuda;
    uint64_t guard = device->sim ? 0 : GUARD_BYTES;
    if (buffer->bytes == 0)
        return CUDA_SUCCESS;
    CUresult result = cuda->cuMemAlloc(&buffer->base, (size_t)(buffer->bytes + 2 * guard));
    if (result != CUDA_SUCCESS) {
        buffer->base = 0;
        return result;
    }
    buffer->data = buffer->base + guard;
    if (guard)
        result = cuda->cuMemsetD8(buffer->base, CANARY_BYTE, (size_t)(buffer->bytes + 2 * guard));
    if (result != CUDA_SUCCESS)
        return result;
    return buffer->sent ? cuda->cuMemcpyHtoD(buffer->data, buffer->sent, (size_t)buffer->bytes)
                        : poison(buffer, device);
}

CUresult buffers_upload(BufferList *list, const Device *device)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < list->size && result == CUDA_SUCCESS; i++)
        result = upload(&list->data[i], device);
    return result;
}

void buffers_label(const BufferList *list, const RunMessage *run, const Device *device)
{
    for (size_t i = 0; device->sim && i < list->size; i++) {
        const RunArgument *argument = &run->arguments.data[list->data[i].argument];
        device->sim->label(list->data[i].data, argument->name,
                           (uint32_t)element_bytes(argument->type));
    }
}

void buffers_list_parameters(BufferList *list, const RunMessage *run,
                             void *parameters[WIRE_ARGUMENTS + 1])
{
    Buffer *buffer = list->data;
    for (size_t i = 0; i < run->arguments.size; i++) {
        RunArgument *argument = &run->arguments.data[i];
        parameters[i] = argument->is_buffer ? (void *)&buffer++->data : argument->scalar;
    }
}

CUresult buffer_download(const Buffer *buffer, const Device *device, unsigned char *into)
{
    if (buffer->bytes == 0)
        return CUDA_SUCCESS;
    return device->cuda.cuMemcpyDtoH(into, buffer->data, (size_t)buffer->bytes);
}

CUresult buffer_judge_guards(const Buffer *buffer, const Device *device, BufferResult *out)
{
    unsigned char zone[GUARD_BYTES];
    if (device->sim || buffer->bytes == 0)
        return CUDA_SUCCESS;
    CUresult result = device->cuda.cuMemcpyDtoH(zone, buffer->base, sizeof zone);
    for (int i = GUARD_BYTES; result == CUDA_SUCCESS && i-- > 0;)
        if (zone[i] != CANARY_BYTE && !out->guard_before_broken) {
            out->guard_before_broken = true;
            out->guard_offset = i - GUARD_BYTES;
        }
    if (result == CUDA_SUCCESS)
        result = device->cuda.cuMemcpyDtoH(zone, buffer->data + buffer->bytes, sizeof zone);
    for (int i = 0; result == CUDA_SUCCESS && i < GUARD_BYTES; i++)
        if (zone[i] != CANARY_BYTE && !out->guard_after_broken) {
            out->guard_after_broken = true;
            out->guard_offset = out->guard_before_broken ? out->guard_offset : i;
        }
    return result;
}

void buffer_send(const Buffer *buffer, const unsigned char *bytes, Port *port, uint32_t sequence)
{
    for (uint64_t at = 0; at < buffer->bytes; at += WIRE_CHUNK) {
        uint64_t left = buffer->bytes - at;
        ChunkMessage chunk = {buffer->argument,
                              at,
                              {(const char *)bytes + at, left < WIRE_CHUNK ? left : WIRE_CHUNK}};
        StrBuf payload = {0};
        chunk_encode(&chunk, &payload);
        port_send(port, MESSAGE_OUTPUT, sequence, strbuf_view(&payload));
        strbuf_free(&payload);
    }
}

void buffers_release(BufferList *list, const Device *device)
{
    for (size_t i = 0; i < list->size; i++) {
        if (list->data[i].base)
            device->cuda.cuMemFree(list->data[i].base);
        list->data[i].base = list->data[i].data = 0;
    }
}

void buffers_free(BufferList *list)
{
    for (size_t i = 0; i < list->size; i++)
        free(list->data[i].sent);
    vec_free(list);
}
