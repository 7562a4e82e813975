/* Memory, pools and events that two processes share by handles. The second process is this program
 * again, with the name of its part as the first word and handles in a file on descriptor 9. */
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

enum { GIVEN = 9, POOL = 10, BYTES = 5000 };

/* What a part is given by the test that starts it. */
typedef struct Given {
    CUipcMemHandle memory, other;
    CUipcEventHandle event;
    CUmemPoolPtrExportData pointer, foreign;
} Given;

#define MUST(call)                                                \
    do {                                                          \
        CUresult must_result = (call);                            \
        if (must_result != CUDA_SUCCESS) {                        \
            fprintf(stderr, "%s: %d\n", #call, (int)must_result); \
            return 1;                                             \
        }                                                         \
    } while (0)
#define MUST_BE(condition)                            \
    do {                                              \
        if (!(condition)) {                           \
            fprintf(stderr, "not: %s\n", #condition); \
            return 1;                                 \
        }                                             \
    } while (0)

static int start(void)
{
    MUST(cuInit(0));
    MUST(cuDevicePrimaryCtxRetain(&context, 0));
    MUST(cuCtxSetCurrent(context));
    return 0;
}

static bool all_are(CUdeviceptr data, size_t size, unsigned char value)
{
    unsigned char *bytes = malloc(size);
    bool same = bytes && cuMemcpyDtoH_v2(bytes, data, size) == CUDA_SUCCESS;
    for (size_t i = 0; same && i < size; i++)
        same = bytes[i] == value;
    free(bytes);
    return same;
}

static int part_memory(const Given *given)
{
    CUdeviceptr data, again, other, base;
    size_t size;
    MUST(cuIpcOpenMemHandle_v2(&data, given->memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    MUST(cuIpcOpenMemHandle_v2(&again, given->memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    MUST(cuIpcOpenMemHandle_v2(&other, given->other, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    MUST_BE(again == data && other != data);
    MUST(cuMemGetAddressRange_v2(&base, &size, data + 17));
    MUST_BE(base == data && size == BYTES);
    MUST_BE(all_are(data, BYTES, 21) && all_are(other, BYTES, 43));
    MUST_BE(cuMemFree_v2(data) == CUDA_ERROR_INVALID_VALUE);
    CUipcMemHandle handle;
    MUST_BE(cuIpcGetMemHandle(&handle, data) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuMemsetD8_v2(data, 22, BYTES));
    MUST(cuIpcCloseMemHandle(again));
    MUST_BE(all_are(data, BYTES, 22));
    MUST(cuIpcCloseMemHandle(data));
    MUST_BE(cuIpcCloseMemHandle(data) == CUDA_ERROR_INVALID_VALUE);
    MUST_BE(cuMemsetD8_v2(data, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuIpcCloseMemHandle(other));
    return 0;
}

static int part_pool(const Given *given)
{
    CUmemoryPool pool;
    CUdeviceptr data, again, none;
    CUmemPoolPtrExportData foreign = given->foreign, pointer = given->pointer;
    MUST(cuMemPoolImportFromShareableHandle(&pool, (void *)(intptr_t)POOL,
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    MUST(cuMemPoolImportPointer(&data, pool, &pointer));
    MUST(cuMemPoolImportPointer(&again, pool, &pointer));
    MUST_BE(again == data);
    MUST_BE(cuMemPoolImportPointer(&none, pool, &foreign) == CUDA_ERROR_INVALID_VALUE);
    MUST_BE(cuMemAllocFromPoolAsync(&none, 8, pool, NULL) == CUDA_ERROR_INVALID_VALUE);
    MUST_BE(cuDeviceSetMemPool(0, pool) == CUDA_ERROR_INVALID_VALUE);
    MUST_BE(all_are(data, BYTES, 31));
    MUST(cuMemFreeAsync(again, NULL));
    /* What is enqueued last is done, though nobody waits for it. */
    MUST(cuMemsetD8Async(data, 32, BYTES, NULL));
    MUST(cuMemFreeAsync(data, NULL));
    return 0;
}

static int part_event(const Given *given)
{
    CUevent event;
    CUstream stream;
    CUdeviceptr data;
    float time;
    MUST(cuIpcOpenEventHandle(&event, given->event));
    MUST(cuIpcOpenMemHandle_v2(&data, given->memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    MUST_BE(cuEventElapsedTime_v2(&time, event, event) == CUDA_ERROR_INVALID_HANDLE);
    MUST(cuStreamWaitEvent(stream, event, 0));
    MUST(cuMemsetD8Async(data, 52, BYTES / 2, stream));
    MUST(cuStreamSynchronize(stream));
    MUST(cuEventQuery(event));
    MUST_BE(all_are(data + BYTES / 2, BYTES / 2, 51));
    MUST(cuEventDestroy_v2(event));
    return 0;
}

static const struct {
    const char *name;
    int (*run)(const Given *given);
} parts[] = {{"memory", part_memory}, {"pool", part_pool}, {"event", part_event}};

static int part_run(const char *name)
{
    Given given;
    if (pread(GIVEN, &given, sizeof given, 0) != (ssize_t)sizeof given || start() != 0)
        return 3;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strcmp(parts[i].name, name))
            return parts[i].run(&given);
    return 4;
}

static pid_t part_start(const char *name, const Given *given, int pool)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(given, sizeof *given, 1, file), 1);
    fflush(file);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(file), GIVEN);
        if (pool >= 0)
            dup2(pool, POOL);
        execl("/proc/self/exe", "api_ipc", name, (char *)NULL);
        _exit(5);
    }
    fclose(file);
    return child;
}

static void part_end(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Several allocations share a page of the host: those that aren't given keep what they hold. */
static void memory(void **state)
{
    (void)state;
    CUdeviceptr before, data, after, pitched, base;
    size_t pitch;
    int capable;
    Given given = {0};
    OK(cuMemAlloc_v2(&before, 100));
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemAlloc_v2(&after, 100));
    OK(cuMemAllocPitch_v2(&pitched, &pitch, 40, 10, 4));
    OK(cuMemsetD8_v2(before, 1, 100));
    OK(cuMemsetD8_v2(data, 21, BYTES));
    OK(cuMemsetD8_v2(after, 2, 100));
    OK(cuPointerGetAttribute(&capable, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, data));
    assert_int_equal(capable, 1);
    OK(cuIpcGetMemHandle(&given.memory, data + 100));
    OK(cuIpcGetMemHandle(&given.other, pitched));
    assert_int_equal(sizeof given.memory, 64);
    OK(cuMemFree_v2(pitched));
    OK(cuMemAlloc_v2(&pitched, BYTES));
    OK(cuMemsetD8_v2(pitched, 43, BYTES));
    OK(cuIpcGetMemHandle(&given.other, pitched));
    part_end(part_start("memory", &given, -1));
    assert_true(all_are(data, BYTES, 22));
    assert_true(all_are(before, 100, 1) && all_are(after, 100, 2));
    IS(CUDA_ERROR_INVALID_CONTEXT,
       cuIpcOpenMemHandle_v2(&base, given.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(data));
    OK(cuMemFree_v2(data));
    OK(cuMemFree_v2(before));
    OK(cuMemFree_v2(after));
    OK(cuMemFree_v2(pitched));
}

static CUmemoryPool shareable_pool(CUmemLocationType where)
{
    CUmemoryPool pool;
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                 .location = {where, 0}};
    OK(cuMemPoolCreate(&pool, &properties));
    return pool;
}

static void pool_in(CUmemLocationType where)
{
    CUmemoryPool pool = shareable_pool(where), other = shareable_pool(where);
    CUdeviceptr data, elsewhere;
    unsigned long long types;
    int file;
    Given given = {0};
    OK(cuMemAllocFromPoolAsync(&data, BYTES, pool, NULL));
    OK(cuMemAllocFromPoolAsync(&elsewhere, BYTES, other, NULL));
    OK(cuMemsetD8_v2(data, 31, BYTES));
    OK(cuMemPoolExportToShareableHandle(&file, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolExportPointer(&given.pointer, data));
    OK(cuMemPoolExportPointer(&given.foreign, elsewhere));
    OK(cuPointerGetAttribute(&types, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, data));
    assert_int_equal(types, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    part_end(part_start("pool", &given, file));
    assert_true(all_are(data, BYTES, 32));
    close(file);
    OK(cuMemFreeAsync(data, NULL));
    OK(cuMemFreeAsync(elsewhere, NULL));
    OK(cuMemPoolDestroy(pool));
    OK(cuMemPoolDestroy(other));
}

static void pools(void **state)
{
    (void)state;
    pool_in(CU_MEM_LOCATION_TYPE_DEVICE);
}

/* Pools without a handle type, pointers of theirs, and files that are none. */
static void pools_refused(void **state)
{
    (void)state;
    CUmemoryPool pool, own, imported;
    CUdeviceptr data;
    CUmemPoolPtrExportData pointer = {{0}};
    int file;
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuMemAllocAsync(&data, 64, NULL));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&pointer, data));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemPoolExportToShareableHandle(&file, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemPoolImportFromShareableHandle(&imported, (void *)(intptr_t)0,
                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    own = shareable_pool(CU_MEM_LOCATION_TYPE_DEVICE);
    IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&data, own, &pointer));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemPoolExportToShareableHandle(&file, own, CU_MEM_HANDLE_TYPE_NONE, 0));
    OK(cuMemPoolDestroy(own));
    OK(cuMemFreeAsync(data, NULL));
}

/* The other process waits for work that nobody waits for here. */
static void event(void **state)
{
    (void)state;
    CUevent event, plain;
    CUstream stream;
    CUdeviceptr data, flag;
    Given given = {0};
    OK(cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
    IS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&given.event, plain));
    OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemAlloc_v2(&flag, 4));
    OK(cuMemsetD32_v2(flag, 0, 1));
    OK(cuIpcGetMemHandle(&given.memory, data));
    OK(cuStreamWaitValue32_v2(stream, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuMemsetD8Async(data, 51, BYTES, stream));
    OK(cuEventRecord(event, stream));
    OK(cuIpcGetEventHandle(&given.event, event));
    IS(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenEventHandle(&plain, given.event));
    pid_t child = part_start("event", &given, -1);
    IS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    OK(cuMemsetD32_v2(flag, 1, 1));
    part_end(child);
    assert_true(all_are(data, BYTES / 2, 52));
    OK(cuEventDestroy_v2(event));
    OK(cuMemFree_v2(data));
    OK(cuMemFree_v2(flag));
}

static void nonsense(void **state)
{
    (void)state;
    CUipcMemHandle memory = {{0}};
    CUipcEventHandle event = {{0}};
    CUdeviceptr data;
    CUevent opened;
    memset(&memory, 0x5A, sizeof memory);
    IS(CUDA_ERROR_INVALID_VALUE, cuIpcOpenMemHandle_v2(&data, memory, 1));
    IS(CUDA_ERROR_MAP_FAILED, cuIpcOpenEventHandle(&opened, event));
    OK(cuMemAllocManaged(&data, 64, CU_MEM_ATTACH_GLOBAL));
    IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&memory, data));
    OK(cuMemFree_v2(data));
}

int main(int count, char **words)
{
    if (count == 2)
        return part_run(words[1]);
    const struct CMUnitTest tests[] = {TEST(memory), TEST(pools), TEST(pools_refused), TEST(event),
                                       TEST(nonsense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
