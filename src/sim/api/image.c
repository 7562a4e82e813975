/* Module images: plain PTX, fat binaries, and the refusal of machine code. */
#include "sim/api/image.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/api/lz4.h"
#include "sim/api/zstd.h"

/* The wrapper that nvcc puts around a fat binary in a host program, and the fat binary's own
 * headers. Little endian, as the files are. */
enum {
    WRAPPER_MAGIC = 0x466243b1,
    FATBIN_MAGIC = 0xba55ed50,
    ELF_MAGIC = 0x464c457f,
    LTO_MAGIC = 0x7f4e43ed,
    ENTRY_PTX = 1,
    ENTRY_HEADER_MIN = 64,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    LZ4_RATIO_MAX = 255, /* bytes that one byte can stand for */
    ENTRY_LTO = 8,
};

typedef struct Wrapper {
    uint32_t magic, version;
    const void *data;
    const void *file;
} Wrapper;

typedef struct FatHeader {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* of all entries */
} FatHeader;

typedef struct FatEntry {
    uint16_t kind, version;
    uint32_t header_size;
    uint64_t size; /* of the payload, padded */
    uint32_t packed_size, unknown;
    uint16_t minor, major;
    uint32_t capability;
    uint32_t name_offset, name_size;
    uint64_t flags, reserved, unpacked_size;
} FatEntry;

static uint32_t magic_of(const void *image)
{
    /* A text may be shorter than a magic number: never read past its NUL. */
    unsigned char bytes[4] = {0};
    for (int i = 0; i < 4; i++) {
        bytes[i] = ((const unsigned char *)image)[i];
        if (!bytes[i])
            break;
    }
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Past blanks and comments at the front. */
static View text_begin(View text)
{
    for (;;) {
        size_t skip = 0;
        while (skip < text.size && isspace((unsigned char)text.data[skip]))
            skip++;
        text = view_slice(text, skip, text.size);
        if (view_starts(text, "//")) {
            text = view_slice(text, view_find(text, '\n'), text.size);
        } else if (view_starts(text, "/*")) {
            const char *end = memmem(text.data + 2, text.size - 2, "*/", 2);
            if (!end)
                return (View){text.data, 0};
            text = view_slice(text, (size_t)(end + 2 - text.data), text.size);
        } else {
            return text;
        }
    }
}

static CUresult text_take(View text, View *ptx, Error *error)
{
    if (!view_starts(text_begin(text), ".version")) {
        error_set(error, ERROR_CONTENT,
                  "the image is no PTX: PTX begins with a .version directive, and neither a fat "
                  "binary nor a cubin was recognised");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    *ptx = text;
    return CUDA_SUCCESS;
}

/* No plausible PTX is larger: sizes come from outside. */
static const uint64_t text_bytes_max = UINT64_C(1) << 30;

static bool lz4_take(const unsigned char *payload, uint64_t packed, char *out, uint64_t size)
{
    return size / LZ4_RATIO_MAX <= packed && lz4_unpack(payload, packed, out, size);
}

/* An entry's PTX; `*owned` is what the caller has to free. */
static CUresult entry_take(const unsigned char *payload, const FatEntry *entry, View *ptx,
                           char **owned, Error *error)
{
    if (!(entry->flags & (FLAG_LZ4 | FLAG_ZSTD))) {
        *ptx = (View){(const char *)payload, strnlen((const char *)payload, entry->size)};
        return CUDA_SUCCESS;
    }
    uint64_t packed = entry->packed_size < entry->size ? entry->packed_size : entry->size;
    uint64_t size = entry->unpacked_size;
    ZstdResult unpacked = ZSTD_BROKEN;
    *owned = size && size < text_bytes_max ? malloc(size + 1) : NULL;
    if (*owned && entry->flags & FLAG_ZSTD)
        unpacked = zstd_unpack(payload, packed, *owned, size);
    else if (*owned && lz4_take(payload, packed, *owned, size))
        unpacked = ZSTD_UNPACKED;
    if (unpacked == ZSTD_UNPACKED) {
        (*owned)[size] = '\0';
        *ptx = view_of(*owned);
        return CUDA_SUCCESS;
    }
    error_set(error, ERROR_CONTENT,
              unpacked == ZSTD_ABSENT
                  ? "the fat binary's PTX is compressed with zstd, and this machine has no "
                    "libzstd.so.1: install libzstd1, or build with nvcc --no-compress"
                  : "the fat binary's compressed PTX cannot be unpacked");
    return unpacked == ZSTD_ABSENT ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE;
}

static CUresult fatbin_find(const unsigned char *image, int capability, View *ptx, char **owned,
                            Error *error)
{
    FatHeader header;
    memcpy(&header, image, sizeof header);
    const unsigned char *at = image + header.header_size, *payload = NULL;
    uint64_t left = header.size;
    FatEntry best = {0};
    bool lto = false;
    while (left >= ENTRY_HEADER_MIN) {
        FatEntry entry;
        memcpy(&entry, at, sizeof entry);
        if (entry.header_size < ENTRY_HEADER_MIN || entry.header_size > left ||
            entry.size > left - entry.header_size)
            break;
        lto = lto || entry.kind == ENTRY_LTO;
        if (entry.kind == ENTRY_PTX && entry.capability <= (uint32_t)capability &&
            entry.capability > best.capability) {
            best = entry;
            payload = at + entry.header_size;
        }
        at += entry.header_size + entry.size;
        left -= entry.header_size + entry.size;
    }
    if (payload)
        return entry_take(payload, &best, ptx, owned, error);
    error_set(error, ERROR_CONTENT,
              "the fat binary holds %s, and no PTX for compute capability %d.%d: build it with "
              "-gencode arch=compute_75,code=compute_75",
              lto ? "LTO-IR, which only NVIDIA's compiler reads" : "machine code", capability / 10,
              capability % 10);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

/* The fat binary inside a wrapper, or the image itself. */
static const void *unwrap(const void *image)
{
    Wrapper wrapper;
    if (magic_of(image) != WRAPPER_MAGIC)
        return image;
    memcpy(&wrapper, image, sizeof wrapper);
    return wrapper.data;
}

static const unsigned char cuda_elf[] = {2, 1, 1, 51}, cuda_elf_later[] = {2, 1, 1, 65};

/* Looked at one by one: an image that is cut off may end with the first that differs. */
static bool bytes_begin(const void *image, const unsigned char *bytes, size_t at, size_t count)
{
    const unsigned char *begin = (const unsigned char *)image + at;
    for (size_t i = 0; i < count; i++)
        if (begin[i] != bytes[i])
            return false;
    return true;
}

static CUresult image_broken(Error *error)
{
    error_set(error, ERROR_CONTENT,
              "the image begins as machine code or a fat binary does, and is neither");
    return CUDA_ERROR_INVALID_IMAGE;
}

CUresult image_find_ptx(const void *image, int capability, View *ptx, char **owned, Error *error)
{
    *owned = NULL;
    image = unwrap(image);
    switch (magic_of(image)) {
    case FATBIN_MAGIC:
        if (!bytes_begin(image, &(const unsigned char[]){1, 0, sizeof(FatHeader), 0}[0], 4, 4))
            return image_broken(error);
        return fatbin_find(image, capability, ptx, owned, error);
    case ELF_MAGIC:
        /* Machine code is of 64 bits and of an operating system called CUDA, in two ages. */
        if (!bytes_begin(image, cuda_elf, 4, 4) && !bytes_begin(image, cuda_elf_later, 4, 4))
            return image_broken(error);
        error_set(error, ERROR_CONTENT,
                  "the image is machine code (a cubin), which the simulator cannot run: it runs "
                  "PTX. Ask NVRTC for PTX (--gpu-architecture=compute_75, nvrtcGetPTX), or nvcc "
                  "with -ptx");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    case LTO_MAGIC:
        error_set(
            error, ERROR_CONTENT,
            "the image is LTO-IR, which only NVIDIA's compiler reads: the simulator runs PTX. "
            "Compile without -dlto (nvrtcGetPTX instead of nvrtcGetLTOIR)");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    default:
        return text_take(view_of(image), ptx, error);
    }
}

bool image_is_whole(const void *image, size_t size, bool in_memory)
{
    FatHeader header;
    uint32_t magic = 0;
    if (size >= sizeof magic)
        memcpy(&magic, image, sizeof magic);
    if (magic == WRAPPER_MAGIC)
        return in_memory && size >= sizeof(Wrapper);
    if (magic != FATBIN_MAGIC)
        return true;
    if (size < sizeof header)
        return false;
    memcpy(&header, image, sizeof header);
    return header.header_size >= sizeof header && header.header_size <= size &&
           header.size <= size - header.header_size;
}

size_t image_size(const void *image)
{
    FatHeader header;
    switch (magic_of(image)) {
    case WRAPPER_MAGIC:
        return sizeof(Wrapper);
    case ELF_MAGIC:
    case LTO_MAGIC:
        return 4; /* it is only told what it is */
    case FATBIN_MAGIC:
        memcpy(&header, image, sizeof header);
        return header.header_size + header.size;
    default:
        return strlen(image) + 1;
    }
}
