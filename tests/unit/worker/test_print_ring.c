/* The records that a GPU's kernels print, when what lies in the buffer is anything at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "worker/print_ring.h"

enum { RING = 16 << 20, STATE_AT = 4096, FORMAT_AT = 8192 };

/* A device whose memory holds the counters and one format. */
static unsigned char *ring_bytes;
static uint64_t counters[4];
static const char format[] = "%d %s|";

static CUresult get_global(CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
    (void)module;
    (void)name;
    *address = STATE_AT;
    *size = sizeof counters;
    return CUDA_SUCCESS;
}

static CUresult alloc_host(void **out, size_t size)
{
    *out = ring_bytes = calloc(1, size);
    return CUDA_SUCCESS;
}

static CUresult free_host(void *bytes)
{
    free(bytes);
    return CUDA_SUCCESS;
}

static CUresult create_stream(CUstream *out, unsigned int flags)
{
    (void)flags;
    *out = NULL;
    return CUDA_SUCCESS;
}

static CUresult write_state(CUdeviceptr to, const void *from, size_t size)
{
    assert_int_equal(to, STATE_AT);
    memcpy(counters, from, size);
    return CUDA_SUCCESS;
}

static CUresult read_device(void *out, CUdeviceptr from, size_t size, CUstream stream)
{
    (void)stream;
    if (from == STATE_AT)
        memcpy(out, counters, size);
    else if (from >= FORMAT_AT && from - FORMAT_AT + size <= sizeof format)
        memcpy(out, format + (from - FORMAT_AT), size);
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult synchronize(CUstream stream)
{
    (void)stream;
    return CUDA_SUCCESS;
}

static const Device device = {.cuda = {.cuModuleGetGlobal = get_global,
                                       .cuMemAllocHost = alloc_host,
                                       .cuMemFreeHost = free_host,
                                       .cuStreamCreate = create_stream,
                                       .cuMemcpyHtoD = write_state,
                                       .cuMemcpyDtoHAsync = read_device,
                                       .cuStreamSynchronize = synchronize}};

typedef struct Bench {
    PrintRing ring;
    PrintSender sender;
    PrintLog log; /* what would be sent */
} Bench;

/* Collects and looks at what would be sent. */
static uint64_t collect(Bench *bench, bool ended, uint64_t limit)
{
    print_log_free(&bench->log);
    print_batch_clear(&bench->sender.batch);
    uint64_t lost = print_ring_collect(&bench->ring, &device, ended, limit, &bench->sender);
    assert_true(prints_decode(print_batch_end(&bench->sender.batch, 0), &bench->log));
    return lost;
}

static int set_up(void **state)
{
    Bench *bench = calloc(1, sizeof *bench);
    *state = bench;
    return print_ring_begin(&bench->ring, &device, NULL) == CUDA_SUCCESS ? 0 : -1;
}

static int tear_down(void **state)
{
    Bench *bench = *state;
    print_sender_free(&bench->sender);
    print_log_free(&bench->log);
    free(ring_bytes);
    free(bench);
    return 0;
}

/* Its size, and what is in it: "%d %s|" of 7 and a text whose copy says it is `length` bytes. */
static void put_record(size_t at, uint32_t size, uint32_t length)
{
    uint32_t head[] = {size, 12, 1, 2 | 3 << 16, 4 | 5 << 11 | 6u << 22, 16, FORMAT_AT, 0};
    uint64_t arguments[] = {7, 0x5000};
    uint32_t copy[] = {0x5000, 0, length, 0};
    memcpy(ring_bytes + at, head, sizeof head);
    memcpy(ring_bytes + at + 32, arguments, sizeof arguments);
    memcpy(ring_bytes + at + 48, copy, sizeof copy);
    memcpy(ring_bytes + at + 64, "abc", 4);
    counters[2] += size;
}

static void test_whole(void **state)
{
    Bench *bench = *state;
    put_record(0, 72, 4);
    counters[3] = 5;
    assert_int_equal(collect(bench, true, 0), 5);
    assert_int_equal(bench->log.records.size, 1);
    const PrintRecord *record = &bench->log.records.data[0];
    assert_int_equal(record->size, 6);
    assert_memory_equal(record->text, "7 abc|", 6);
    assert_int_equal(record->line, 12);
    assert_int_equal(record->block.y, 2);
    assert_int_equal(record->block.z, 3);
    assert_int_equal(record->thread.x, 4);
    assert_int_equal(record->thread.y, 5);
    assert_int_equal(record->thread.z, 6);
    assert_false(record->malformed);
    assert_int_equal(bench->ring.used, 72);
}

static void test_limit(void **state)
{
    Bench *bench = *state;
    for (size_t i = 0; i < 10; i++)
        put_record(72 * i, 72, 4);
    assert_int_equal(collect(bench, true, 4), 6);
    assert_int_equal(bench->log.records.size, 4);
}

/* A format that the kernel made itself comes with each record, and may be another each time. */
static void test_formats_that_change(void **state)
{
    static const char *const texts[] = {"a %d|", "b %d|", "b %d|", "%d c|"};
    static const char *const expected[] = {"a 7|", "b 7|", "b 7|", "7 c|"};
    Bench *bench = *state;
    for (size_t i = 0; i < 4; i++) {
        uint32_t head[] = {64, 1, 0, 0, 0, 4, 0x5000, 0}, copy[] = {0x5000, 0, 8, 0};
        uint64_t argument = 7;
        memcpy(ring_bytes + 64 * i, head, sizeof head);
        memcpy(ring_bytes + 64 * i + 32, &argument, sizeof argument);
        memcpy(ring_bytes + 64 * i + 40, copy, sizeof copy);
        memcpy(ring_bytes + 64 * i + 56, texts[i], strlen(texts[i]) + 1);
        counters[2] += 64;
    }
    collect(bench, true, 0);
    assert_int_equal(bench->log.records.size, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(bench->log.records.data[i].size, strlen(expected[i]));
        assert_memory_equal(bench->log.records.data[i].text, expected[i], strlen(expected[i]));
    }
}

/* What found no room this time finds some the next time. */
static void test_grows(void **state)
{
    Bench *bench = *state;
    put_record(0, 72, 4);
    counters[2] = 3 * RING;
    counters[3] = 1;
    assert_int_equal(collect(bench, true, 0), 1);
    assert_int_equal(print_ring_begin(&bench->ring, &device, NULL), CUDA_SUCCESS);
    assert_int_equal(bench->ring.capacity, 4 * RING);
    assert_int_equal(counters[1], 4 * RING);
    put_record(2 * (size_t)RING, 72, 4);
    assert_int_equal(collect(bench, true, 0), 0);
    assert_int_equal(bench->log.records.size, 0); /* it does not follow on another */
}

static void test_lies(void **state)
{
    static const uint32_t sizes[] = {8, 31, 33, 73, RING + 8, UINT32_MAX, UINT32_MAX - 7};
    Bench *bench = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        put_record(0, sizes[i], 4);
        bench->ring.state = STATE_AT;
        collect(bench, false, 0);
        assert_int_equal(bench->log.records.size, 0);
    }
    put_record(0, 72, UINT32_MAX); /* a copy longer than its record */
    bench->ring.state = STATE_AT;
    collect(bench, false, 0);
    assert_int_equal(bench->log.records.size, 1);
    assert_true(bench->log.records.data[0].malformed);
}

static void test_noise(void **state)
{
    Bench *bench = *state;
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < 4096; i++)
            ring_bytes[i] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
        uint32_t size = 32 + (seed >> 8) % 64 * 8, arguments = (seed >> 16) % 256;
        memcpy(ring_bytes, &size, sizeof size);
        memcpy(ring_bytes + 20, &arguments, sizeof arguments);
        bench->ring.state = STATE_AT;
        collect(bench, false, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_formats_that_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_grows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_noise, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
