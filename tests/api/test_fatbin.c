/* Fat binaries whose PTX is compressed with LZ4 or zstd, whole and broken. */
#include <dlfcn.h>
#include <unistd.h>

#include "api.h"

enum { TEXT = sizeof kernels_ptx, ROOM = 2 * TEXT };

typedef struct __attribute__((packed)) FatBinary {
    uint32_t magic;
    uint16_t version, header;
    uint64_t size;
    uint16_t kind, entry_version;
    uint32_t entry_header;
    uint64_t payload;
    uint32_t packed, unknown;
    uint16_t minor, major;
    uint32_t capability, name_offset, name_size;
    uint64_t flags, reserved, unpacked;
    uint8_t bytes[ROOM];
} FatBinary;

static uint8_t *length_put(uint8_t *out, size_t rest)
{
    for (; rest >= 255; rest -= 255)
        *out++ = 255;
    *out++ = (uint8_t)rest;
    return out;
}

/* A run of literals and, unless `match` is 0, a copy from `distance` before. */
static uint8_t *run_put(uint8_t *out, const char *literals, size_t count, size_t match,
                        size_t distance)
{
    uint8_t *token = out++;
    *token = (uint8_t)((count < 15 ? count : 15) << 4);
    if (count >= 15)
        out = length_put(out, count - 15);
    memcpy(out, literals, count);
    out += count;
    if (!match)
        return out;
    *out++ = (uint8_t)distance;
    *out++ = (uint8_t)(distance >> 8);
    *token |= match - 4 < 15 ? match - 4 : 15;
    return match - 4 >= 15 ? length_put(out, match - 4 - 15) : out;
}

static size_t match_find(const char *text, size_t at, size_t *distance)
{
    size_t best = 0;
    for (size_t from = 0; from < at; from++) {
        size_t length = 0;
        while (at + length < TEXT - 8 && text[from + length] == text[at + length])
            length++;
        if (length > best) {
            best = length;
            *distance = at - from;
        }
    }
    return best;
}

static size_t text_pack(uint8_t *out)
{
    uint8_t *first = out;
    size_t begin = 0, at = 0, distance = 0;
    while (at < TEXT) {
        size_t match = match_find(kernels_ptx, at, &distance);
        if (match < 4) {
            at++;
            continue;
        }
        out = run_put(out, kernels_ptx + begin, at - begin, match, distance);
        begin = at += match;
    }
    out = run_put(out, kernels_ptx + begin, TEXT - begin, 0, 0);
    return (size_t)(out - first);
}

static void fat_make(FatBinary *fat)
{
    *fat = (FatBinary){.magic = 0xba55ed50,
                       .version = 1,
                       .header = 16,
                       .kind = 1,
                       .entry_header = 64,
                       .capability = 52,
                       .flags = 0x2011,
                       .unpacked = TEXT};
    fat->packed = (uint32_t)text_pack(fat->bytes);
    fat->payload = (fat->packed + 7) / 8 * 8;
    fat->size = fat->entry_header + fat->payload;
    assert_true(fat->packed < TEXT);
}

static void a_compressed_fat_binary_loads(void **state)
{
    (void)state;
    static FatBinary fat;
    CUmodule loaded;
    CUfunction found;
    fat_make(&fat);
    OK(cuModuleLoadData(&loaded, &fat));
    OK(cuModuleGetFunction(&found, loaded, "scale"));
    OK(cuModuleUnload(loaded));
    fat.unpacked = UINT64_MAX;
    IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&loaded, &fat));
    fat.unpacked = TEXT + 1;
    IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&loaded, &fat));
}

/* A frame of one block that is stored as it is. */
static void a_zstd_one_loads(void **state)
{
    (void)state;
    static FatBinary fat;
    static const uint8_t head[] = {0x28, 0xb5, 0x2f, 0xfd, 0x60};
    uint32_t block = 1 | TEXT << 3;
    CUmodule loaded;
    CUfunction found;
    void *library = dlopen("libzstd.so.1", RTLD_NOW);
    if (!library)
        skip();
    dlclose(library);
    fat_make(&fat);
    fat.flags = 0x8011;
    memcpy(fat.bytes, head, sizeof head);
    memcpy(fat.bytes + 5, &(uint16_t){TEXT - 256}, 2);
    memcpy(fat.bytes + 7, &block, 3);
    memcpy(fat.bytes + 10, kernels_ptx, TEXT);
    fat.packed = 10 + TEXT;
    fat.payload = (fat.packed + 7) / 8 * 8;
    fat.size = fat.entry_header + fat.payload;
    OK(cuModuleLoadData(&loaded, &fat));
    OK(cuModuleGetFunction(&found, loaded, "scale"));
    OK(cuModuleUnload(loaded));
    fat.bytes[5]++;
    IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&loaded, &fat));
}

/* Nothing is read or written beside the block and the text, whatever the block says. */
static void a_broken_one_does_no_harm(void **state)
{
    (void)state;
    static FatBinary good, bad;
    uint32_t random = 1;
    fat_make(&good);
    for (int round = 0; round < 500; round++) {
        CUmodule loaded;
        bad = good;
        for (int i = 0; i < 3; i++) {
            random = random * 1664525 + 1013904223;
            bad.bytes[(random >> 8) % good.packed] = (uint8_t)(random >> 24);
        }
        if (cuModuleLoadData(&loaded, &bad) == CUDA_SUCCESS)
            OK(cuModuleUnload(loaded));
    }
}

static CUresult load_file(const void *bytes, size_t size, CUmodule *out)
{
    char path[] = "fatbin-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    CUresult result = cuModuleLoad(out, path);
    CUlinkState link;
    OK(cuLinkCreate_v2(0, NULL, NULL, &link));
    assert_int_equal(cuLinkAddFile_v2(link, CU_JIT_INPUT_FATBINARY, path, 0, NULL, NULL), result);
    OK(cuLinkDestroy(link));
    unlink(path);
    return result;
}

/* What a file's own lengths say is behind its end, and an address of another process, are not
 * looked at. */
static void a_file_is_read_to_its_end_alone(void **state)
{
    (void)state;
    static FatBinary fat;
    struct {
        uint32_t magic, version;
        const void *data, *file;
    } wrapper = {0x466243b1, 1, (const void *)(uintptr_t)64, NULL};
    CUmodule loaded;
    fat_make(&fat);
    OK(load_file(&fat, fat.header + fat.size, &loaded));
    OK(cuModuleUnload(loaded));
    IS(CUDA_ERROR_INVALID_IMAGE, load_file(&fat, fat.header + fat.size - 1, &loaded));
    IS(CUDA_ERROR_INVALID_IMAGE, load_file(&fat, 12, &loaded));
    IS(CUDA_ERROR_INVALID_IMAGE, load_file(&wrapper, sizeof wrapper, &loaded));
    fat.size = UINT64_MAX - 8;
    IS(CUDA_ERROR_INVALID_IMAGE, load_file(&fat, sizeof fat, &loaded));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_compressed_fat_binary_loads),
        TEST(a_zstd_one_loads),
        TEST(a_broken_one_does_no_harm),
        TEST(a_file_is_read_to_its_end_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
