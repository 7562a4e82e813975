/* Reads the records that a GPU's kernels print, and formats them. */
#include "worker/print_ring.h"

#include <stdlib.h>
#include <string.h>

#include "format/format.h"

enum {
    RING_BYTES = 16 << 20,
    HEADER_BYTES = 32,
    COPY_BYTES = 16,
    FETCH_BYTES = 256, /* of a format at once; a power of two */
    FETCHED_LIMIT = 4096,
};

/* Where formatting looks for the arguments: no address of a device. */
static const uint64_t arguments_at = UINT64_C(0xFFFF000000000000);

typedef struct State {
    uint64_t address, capacity, used, lost;
} State;

/* A piece of the device's memory that holds formats. */
typedef struct Fetched {
    uint64_t address;
    uint32_t size;
    unsigned char bytes[FETCH_BYTES];
} Fetched;

typedef struct RingReader {
    PrintRing *ring;
    const Device *device;
    VEC(Fetched *) fetched;
    const unsigned char *record;
    uint32_t size, arguments;
} RingReader;

CUresult print_ring_begin(PrintRing *ring, const Device *device, CUmodule module)
{
    const CudaDriver *cuda = &device->cuda;
    void *bytes = NULL;
    size_t size = 0;
    CUresult result = CUDA_SUCCESS;
    ring->state = 0;
    if (device->sim ||
        cuda->cuModuleGetGlobal(&ring->state, &size, module, "culab_printf_state") !=
            CUDA_SUCCESS ||
        size != sizeof(State)) {
        ring->state = 0;
        return CUDA_SUCCESS;
    }
    if (!ring->bytes)
        result = cuda->cuMemAllocHost(&bytes, RING_BYTES);
    if (result == CUDA_SUCCESS && !ring->bytes) {
        ring->bytes = bytes;
        ring->used = RING_BYTES;
        result = cuda->cuStreamCreate(&ring->side, CU_STREAM_NON_BLOCKING);
    }
    if (result != CUDA_SUCCESS)
        return result;
    memset(ring->bytes, 0, (size_t)ring->used);
    ring->used = RING_BYTES;
    State state = {.address = (uintptr_t)ring->bytes, .capacity = RING_BYTES};
    return cuda->cuMemcpyHtoD(ring->state, &state, sizeof state);
}

static uint32_t word_at(const unsigned char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint64_t address_at(const unsigned char *at)
{
    uint64_t address;
    memcpy(&address, at, sizeof address);
    return address;
}

static uint32_t rounded(uint32_t size)
{
    return (size + 7) & ~7u;
}

/* The text at an address, among the copies in the record. */
static bool find_copy(const RingReader *reader, uint64_t address, unsigned char *out)
{
    uint32_t at = HEADER_BYTES + rounded(reader->arguments);
    while (at <= reader->size && reader->size - at >= COPY_BYTES) {
        uint64_t from = address_at(reader->record + at);
        uint32_t size = word_at(reader->record + at + 8);
        if (size > reader->size - at - COPY_BYTES)
            return false;
        if (address - from < size) {
            *out = reader->record[at + COPY_BYTES + (address - from)];
            return true;
        }
        at += COPY_BYTES + rounded(size);
    }
    return false;
}

static bool device_read(const RingReader *reader, uint64_t address, void *out, size_t size)
{
    const CudaDriver *cuda = &reader->device->cuda;
    CUstream side = reader->ring->side;
    return cuda->cuMemcpyDtoHAsync(out, address, size, side) == CUDA_SUCCESS &&
           cuda->cuStreamSynchronize(side) == CUDA_SUCCESS;
}

/* As much as there is behind the address: an allocation may end there. */
static const Fetched *fetch(RingReader *reader, uint64_t address)
{
    Fetched *fetched = memory_alloc(sizeof *fetched);
    fetched->address = address;
    fetched->size = FETCH_BYTES - (uint32_t)(address % FETCH_BYTES);
    while (fetched->size && !device_read(reader, address, fetched->bytes, fetched->size))
        fetched->size /= 2;
    if (fetched->size && reader->fetched.size < FETCHED_LIMIT) {
        vec_push(&reader->fetched, fetched);
        return fetched;
    }
    free(fetched);
    return NULL;
}

static bool read_device_byte(RingReader *reader, uint64_t address, unsigned char *out)
{
    const Fetched *found = NULL;
    for (size_t i = reader->fetched.size; i-- > 0 && !found;)
        if (address - reader->fetched.data[i]->address < reader->fetched.data[i]->size)
            found = reader->fetched.data[i];
    if (!found)
        found = address ? fetch(reader, address) : NULL;
    if (found)
        *out = found->bytes[address - found->address];
    return found != NULL;
}

static bool read_record(void *state, uint64_t address, void *out, uint32_t bytes)
{
    RingReader *reader = state;
    if (address >= arguments_at) {
        uint64_t at = address - arguments_at;
        if (at > reader->arguments || bytes > reader->arguments - at)
            return false;
        memcpy(out, reader->record + HEADER_BYTES + at, bytes);
        return true;
    }
    return bytes == 1 &&
           (find_copy(reader, address, out) ||
            (address_at(reader->record + 24) <= address && read_device_byte(reader, address, out)));
}

static void send_record(RingReader *reader, PrintSender *sender)
{
    const unsigned char *head = reader->record;
    uint32_t block = word_at(head + 12), thread = word_at(head + 16);
    FormatText text = {0};
    bool malformed = false;
    format_print(reader, read_record, address_at(head + 24), arguments_at, &text, &malformed);
    PrintRecord record = {
        .block = {word_at(head + 8), block & 0xFFFF, block >> 16},
        .thread = {thread & 0x7FF, thread >> 11 & 0x7FF, thread >> 22},
        .attributed = true,
        .malformed = malformed || text.cut,
        .line = word_at(head + 4),
        .text = text.data ? text.data : "",
        .size = text.size,
    };
    print_sender_add(sender, &record);
    free(text.data);
}

/* Takes the record that begins at `at`; false: there is none, or none that makes sense. */
static bool take_record(RingReader *reader, uint64_t at)
{
    uint64_t left = RING_BYTES - at;
    if (left < HEADER_BYTES)
        return false;
    reader->record = reader->ring->bytes + at;
    reader->size = word_at(reader->record);
    reader->arguments = word_at(reader->record + 20);
    return reader->size >= HEADER_BYTES && reader->size % 8 == 0 && reader->size <= left &&
           reader->arguments <= reader->size - HEADER_BYTES;
}

/* The counters, which are gone with the context after a fault. */
static bool read_state(const RingReader *reader, State *state)
{
    return device_read(reader, reader->ring->state, state, sizeof *state);
}

uint64_t print_ring_collect(PrintRing *ring, const Device *device, bool ended, uint64_t limit,
                            PrintSender *sender)
{
    RingReader reader = {.ring = ring, .device = device};
    State state = {0};
    uint64_t at = 0, taken = 0, lost = 0;
    if (!ring->state)
        return 0;
    bool known = read_state(&reader, &state);
    for (; take_record(&reader, at); at += reader.size, taken++) {
        if (limit && taken >= limit)
            lost++;
        else
            send_record(&reader, sender);
    }
    if (known && ended)
        ring->used = state.used < RING_BYTES ? state.used : RING_BYTES;
    ring->state = 0;
    for (size_t i = 0; i < reader.fetched.size; i++)
        free(reader.fetched.data[i]);
    vec_free(&reader.fetched);
    return lost + state.lost;
}
