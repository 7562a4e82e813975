/* The text of a record that a GPU's kernel printed. */
#include "worker/print_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum {
    FETCH_BYTES = 256, /* of a format at once; a power of two */
    FETCHED_LIMIT = 4096,
    PLANS = 256 /* a power of two */
};

/* Where formatting looks for the arguments: no address of a device. */
static const uint64_t arguments_at = UINT64_C(0xFFFF000000000000);

/* A piece of the device's memory that holds formats. */
typedef struct Fetched {
    uint64_t address;
    uint32_t size;
    unsigned char bytes[FETCH_BYTES];
} Fetched;

/* A format taken apart, and where it lay. */
typedef struct Known {
    uint64_t address;
    FormatPlan *plan; /* NULL: none */
    bool whole;       /* its end was found */
} Known;

struct PrintFormats {
    const CudaDriver *cuda;
    CUstream side;
    VEC(Fetched *) fetched;
    Known known[PLANS]; /* by address; one takes the place of another */
    FormatText text;
    const unsigned char *record; /* being formatted */
    uint32_t size, arguments;
};

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

/* What lies at an address and behind it, among the copies in the record. */
static const char *find_copy(const PrintFormats *formats, uint64_t address, size_t *left)
{
    uint32_t at = PRINT_HEADER_BYTES + rounded(formats->arguments);
    while (at <= formats->size && formats->size - at >= PRINT_COPY_BYTES) {
        uint64_t from = address_at(formats->record + at);
        uint32_t size = word_at(formats->record + at + 8);
        if (size > formats->size - at - PRINT_COPY_BYTES)
            return NULL;
        if (address - from < size) {
            *left = size - (size_t)(address - from);
            return (const char *)formats->record + at + PRINT_COPY_BYTES + (address - from);
        }
        at += PRINT_COPY_BYTES + rounded(size);
    }
    return NULL;
}

static bool device_read(const PrintFormats *formats, uint64_t address, void *out, size_t size)
{
    const CudaDriver *cuda = formats->cuda;
    return cuda->cuMemcpyDtoHAsync(out, address, size, formats->side) == CUDA_SUCCESS &&
           cuda->cuStreamSynchronize(formats->side) == CUDA_SUCCESS;
}

/* As much as there is behind the address: an allocation may end there. */
static const Fetched *fetch(PrintFormats *formats, uint64_t address)
{
    Fetched *fetched = memory_alloc(sizeof *fetched);
    fetched->address = address;
    fetched->size = FETCH_BYTES - (uint32_t)(address % FETCH_BYTES);
    while (fetched->size && !device_read(formats, address, fetched->bytes, fetched->size))
        fetched->size /= 2;
    if (fetched->size && formats->fetched.size < FETCHED_LIMIT) {
        vec_push(&formats->fetched, fetched);
        return fetched;
    }
    free(fetched);
    return NULL;
}

static const char *read_device(PrintFormats *formats, uint64_t address, size_t *left)
{
    const Fetched *found = NULL;
    for (size_t i = formats->fetched.size; i-- > 0 && !found;)
        if (address - formats->fetched.data[i]->address < formats->fetched.data[i]->size)
            found = formats->fetched.data[i];
    if (!found)
        found = address ? fetch(formats, address) : NULL;
    if (!found)
        return NULL;
    *left = found->size - (size_t)(address - found->address);
    return (const char *)found->bytes + (address - found->address);
}

static const char *borrow(void *state, uint64_t address, size_t *size)
{
    PrintFormats *formats = state;
    const char *copy = find_copy(formats, address, size);
    if (copy || address_at(formats->record + 24) > address)
        return copy;
    return read_device(formats, address, size);
}

static bool read_argument(void *state, uint64_t address, void *out, uint32_t bytes)
{
    const PrintFormats *formats = state;
    uint64_t at = address - arguments_at;
    if (at > formats->arguments || bytes > formats->arguments - at)
        return false;
    memcpy(out, formats->record + PRINT_HEADER_BYTES + at, bytes);
    return true;
}

static FormatSource source_of(PrintFormats *formats)
{
    return (FormatSource){.state = formats, .read = read_argument, .borrow = borrow};
}

/* A format that the kernel may change comes with each record. */
static bool is_still(const PrintFormats *formats, const Known *known, uint64_t address)
{
    size_t left = 0;
    if (!known->plan || known->address != address)
        return false;
    const char *copy = find_copy(formats, address, &left);
    return !copy || format_plan_is(known->plan, copy, strnlen(copy, left));
}

static const Known *know(PrintFormats *formats, uint64_t address)
{
    Known *known = &formats->known[(address ^ address >> 8) % PLANS];
    if (is_still(formats, known, address))
        return known;
    FormatSource source = source_of(formats);
    size_t size = 0;
    format_plan_free(known->plan);
    char *text = format_fetch(&source, address, &size, &known->whole);
    known->plan = format_plan_new(text ? text : "", size);
    known->address = address;
    free(text);
    return known;
}

View print_formats_text(PrintFormats *formats, const unsigned char *record, uint32_t size,
                        uint32_t arguments, bool *malformed)
{
    FormatSource source = source_of(formats);
    FormatText *text = &formats->text;
    formats->record = record;
    formats->size = size;
    formats->arguments = arguments;
    text->size = 0;
    text->cut = false;
    const Known *known = know(formats, address_at(record + 24));
    *malformed = true;
    if (!known->plan)
        return VIEW("");
    format_plan_print(known->plan, &source, arguments_at, text, malformed);
    *malformed = *malformed || text->cut || !known->whole;
    return (View){text->data ? text->data : "", text->size};
}

PrintFormats *print_formats_new(const CudaDriver *cuda, CUstream side)
{
    PrintFormats *formats = memory_alloc(sizeof *formats);
    formats->cuda = cuda;
    formats->side = side;
    return formats;
}

void print_formats_free(PrintFormats *formats)
{
    for (size_t i = 0; i < formats->fetched.size; i++)
        free(formats->fetched.data[i]);
    vec_free(&formats->fetched);
    for (size_t i = 0; i < PLANS; i++)
        format_plan_free(formats->known[i].plan);
    free(formats->text.data);
    free(formats);
}
