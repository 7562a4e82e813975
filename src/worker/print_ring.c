/* Reads the records that a GPU's kernels print, and formats them. */
#include "worker/print_ring.h"

#include <string.h>

#include "worker/print_format.h"

enum { RING_BYTES = 16 << 20, RING_MOST = 256 << 20 };

typedef struct State {
    uint64_t address, capacity, used, lost;
} State;

/* A buffer, larger than the last one if that was too small. */
static CUresult get_buffer(PrintRing *ring, const CudaDriver *cuda)
{
    uint64_t capacity = RING_BYTES;
    void *bytes = NULL;
    while (capacity < ring->wanted && capacity < RING_MOST)
        capacity *= 2;
    if (ring->capacity >= capacity)
        return CUDA_SUCCESS;
    if (cuda->cuMemAllocHost(&bytes, (size_t)capacity) != CUDA_SUCCESS) {
        ring->wanted = 0;
        return ring->bytes ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (ring->bytes)
        cuda->cuMemFreeHost(ring->bytes);
    ring->bytes = bytes;
    ring->capacity = ring->used = capacity;
    return ring->side ? CUDA_SUCCESS : cuda->cuStreamCreate(&ring->side, CU_STREAM_NON_BLOCKING);
}

CUresult print_ring_begin(PrintRing *ring, const Device *device, CUmodule module)
{
    const CudaDriver *cuda = &device->cuda;
    size_t size = 0;
    ring->state = 0;
    if (device->sim ||
        cuda->cuModuleGetGlobal(&ring->state, &size, module, "culab_printf_state") !=
            CUDA_SUCCESS ||
        size != sizeof(State)) {
        ring->state = 0;
        return CUDA_SUCCESS;
    }
    CUresult result = get_buffer(ring, cuda);
    if (result != CUDA_SUCCESS)
        return result;
    memset(ring->bytes, 0, (size_t)ring->used);
    ring->used = ring->capacity;
    State state = {.address = (uintptr_t)ring->bytes, .capacity = ring->capacity};
    return cuda->cuMemcpyHtoD(ring->state, &state, sizeof state);
}

static uint32_t word_at(const unsigned char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* A record as it lies in the buffer. */
typedef struct Record {
    const unsigned char *bytes;
    uint32_t size, arguments;
} Record;

static void send_record(const Record *record, PrintFormats *formats, PrintSender *sender)
{
    const unsigned char *head = record->bytes;
    uint32_t block = word_at(head + 12), thread = word_at(head + 16);
    bool malformed;
    View text = print_formats_text(formats, head, record->size, record->arguments, &malformed);
    print_sender_add(sender, &(PrintRecord){
                                 .block = {word_at(head + 8), block & 0xFFFF, block >> 16},
                                 .thread = {thread & 0x7FF, thread >> 11 & 0x7FF, thread >> 22},
                                 .attributed = true,
                                 .malformed = malformed,
                                 .line = word_at(head + 4),
                                 .text = text.data,
                                 .size = text.size,
                             });
}

/* Takes the record that begins at `at`; false: there is none, or none that makes sense. */
static bool take_record(const PrintRing *ring, uint64_t at, Record *out)
{
    uint64_t left = ring->capacity - at;
    if (left < PRINT_HEADER_BYTES)
        return false;
    out->bytes = ring->bytes + at;
    out->size = word_at(out->bytes);
    out->arguments = word_at(out->bytes + 20);
    return out->size >= PRINT_HEADER_BYTES && out->size % 8 == 0 && out->size <= left &&
           out->arguments <= out->size - PRINT_HEADER_BYTES;
}

/* The counters, which are gone with the context after a fault. */
static bool read_state(const PrintRing *ring, const CudaDriver *cuda, State *out)
{
    return cuda->cuMemcpyDtoHAsync(out, ring->state, sizeof *out, ring->side) == CUDA_SUCCESS &&
           cuda->cuStreamSynchronize(ring->side) == CUDA_SUCCESS;
}

uint64_t print_ring_collect(PrintRing *ring, const Device *device, bool ended, uint64_t limit,
                            PrintSender *sender)
{
    State state = {0};
    Record record;
    uint64_t at = 0, taken = 0, lost = 0;
    if (!ring->state)
        return 0;
    bool known = read_state(ring, &device->cuda, &state);
    PrintFormats *formats = print_formats_new(&device->cuda, ring->side);
    for (; take_record(ring, at, &record); at += record.size, taken++) {
        if (limit && taken >= limit)
            lost++;
        else
            send_record(&record, formats, sender);
    }
    print_formats_free(formats);
    if (known && ended)
        ring->used = state.used < ring->capacity ? state.used : ring->capacity;
    if (known && state.lost && !lost)
        ring->wanted = state.used;
    ring->state = 0;
    return lost + state.lost;
}
