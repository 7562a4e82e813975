/* Memory of every kind, given to calls that take some kinds only: synchronous copies as an
 * attribute, advice and prefetching to every place, and pitches and heights of copies of boxes,
 * which fit or do not: "call = RESULT" lines for any libcuda.
 *
 *   misuse_place LIBCUDA
 */
#include "random.h"

enum { SIZE = 4 << 20, MIDDLE = 1 << 20, COPIES = 400 };

typedef struct Memory {
    const char *name;
    CUdeviceptr address;
} Memory;

static unsigned char pages[2][SIZE] __attribute__((aligned(4096)));
static Memory memories[9];

static void start(void)
{
    CUdeviceptr device_memory = 0, managed = 0, attached = 0, pooled = 0, reserved = 0;
    void *pinned = NULL, *combined = NULL;
    begin();
    cu.cuMemAlloc_v2(&device_memory, SIZE);
    cu.cuMemAllocManaged(&managed, SIZE, CU_MEM_ATTACH_GLOBAL);
    cu.cuMemAllocManaged(&attached, SIZE, CU_MEM_ATTACH_HOST);
    cu.cuMemHostAlloc(&pinned, SIZE, 0);
    cu.cuMemHostAlloc(&combined, SIZE, CU_MEMHOSTALLOC_WRITECOMBINED | CU_MEMHOSTALLOC_PORTABLE);
    cu.cuMemHostRegister_v2(pages[0], SIZE, 0);
    cu.cuMemAllocAsync(&pooled, SIZE, stream);
    cu.cuMemAddressReserve(&reserved, SIZE, 0, 0, 0);
    cu.cuStreamSynchronize(stream);
    const Memory made[] = {{"device", device_memory},
                           {"managed", managed},
                           {"attached", attached},
                           {"pinned", (CUdeviceptr)(uintptr_t)pinned},
                           {"combined", (CUdeviceptr)(uintptr_t)combined},
                           {"registered", (CUdeviceptr)(uintptr_t)pages[0]},
                           {"pooled", pooled},
                           {"reserved", reserved},
                           {"pageable", (CUdeviceptr)(uintptr_t)pages[1]}};
    memcpy(memories, made, sizeof made);
}

static void ask_synchronous(const char *name, CUdeviceptr address)
{
    int value = -77;
    TELL(cuPointerGetAttribute, (&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address), "%s", name);
    gave("%d", value);
}

static void synchronous(void)
{
    start();
    for (size_t i = 0; i < COUNT(memories); i++) {
        const char *name = memories[i].name;
        CUdeviceptr address = memories[i].address;
        ask_synchronous(name, address);
        for (int value = 2; value >= 0; value--) {
            TELL(cuPointerSetAttribute, (&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address + 16),
                 "%s, %d", name, value);
            ask_synchronous(name, address);
        }
    }
}

static const CUmemLocation places[] = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                       {CU_MEM_LOCATION_TYPE_DEVICE, 1},
                                       {CU_MEM_LOCATION_TYPE_DEVICE, 9},
                                       {CU_MEM_LOCATION_TYPE_DEVICE, -1},
                                       {CU_MEM_LOCATION_TYPE_HOST, 0},
                                       {CU_MEM_LOCATION_TYPE_HOST, 5},
                                       {CU_MEM_LOCATION_TYPE_HOST_NUMA, 0},
                                       {CU_MEM_LOCATION_TYPE_HOST_NUMA, 77},
                                       {CU_MEM_LOCATION_TYPE_HOST_NUMA, -1},
                                       {CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0},
                                       {CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 3},
                                       {CU_MEM_LOCATION_TYPE_INVALID, 0},
                                       {(CUmemLocationType)9, 0}};

static void tell_range(const Memory *of, CUdeviceptr address)
{
    int values[9] = {0};
    for (int a = 1; a < 9; a++) {
        values[a] = -77;
        answer = cu.cuMemRangeGetAttribute(&values[a], sizeof(int), (CUmem_range_attribute)a,
                                           address, 1);
    }
    gave("%s: %d %d %d %d %d %d %d %d", of->name, values[1], values[2], values[3], values[4],
         values[5], values[6], values[7], values[8]);
}

/* Each advice on pages of its own. */
static void advice(void)
{
    start();
    for (size_t i = 0; i < COUNT(memories); i++)
        for (size_t p = 0; p < COUNT(places); p++)
            for (unsigned what = 0; what < 8; what++) {
                CUdeviceptr address = memories[i].address + p * 65536;
                TELL(cuMemAdvise_v2, (address, 4096, (CUmem_advise)what, places[p]),
                     "%s, %u, %d:%d", memories[i].name, what, (int)places[p].type, places[p].id);
                if (answer == CUDA_SUCCESS)
                    tell_range(&memories[i], address);
            }
}

static void prefetching(void)
{
    start();
    for (size_t i = 0; i < COUNT(memories); i++)
        for (size_t p = 0; p < COUNT(places); p++)
            for (unsigned flags = 0; flags < 2; flags++) {
                CUdeviceptr address = memories[i].address + p * 65536;
                TELL(cuMemPrefetchAsync_v2, (address, 4096, places[p], flags, stream),
                     "%s, %d:%d, %u", memories[i].name, (int)places[p].type, places[p].id, flags);
                if (answer == CUDA_SUCCESS)
                    tell_range(&memories[i], address);
            }
    SAY(cuStreamSynchronize(stream));
}

/* With the old call's devices. */
static void old_places(void)
{
    static const int devices[] = {0, CU_DEVICE_CPU, CU_DEVICE_INVALID, 1, 9, -7};
    start();
    for (size_t i = 0; i < COUNT(memories); i++)
        for (size_t d = 0; d < COUNT(devices); d++) {
            for (unsigned what = 1; what < 7; what++)
                TELL(cuMemAdvise, (memories[i].address, 4096, (CUmem_advise)what, devices[d]),
                     "%s, %u, %d", memories[i].name, what, devices[d]);
            TELL(cuMemPrefetchAsync, (memories[i].address, 4096, devices[d], stream), "%s, %d",
                 memories[i].name, devices[d]);
        }
    SAY(cuStreamSynchronize(stream));
}

/* Sizes of pages, and what leaves its memory. */
static void sizes(void)
{
    static const size_t offsets[] = {0, 1, 100, 4096, SIZE - 4096, SIZE - 1},
                        lengths[] = {0, 1, 4096, 4097, SIZE, SIZE + 1};
    start();
    for (size_t i = 0; i < COUNT(memories); i++)
        for (size_t o = 0; o < COUNT(offsets); o++)
            for (size_t l = 0; l < COUNT(lengths); l++) {
                int number = -77;
                CUdeviceptr address = memories[i].address + offsets[o];
                TELL(cuMemAdvise_v2,
                     (address, lengths[l], CU_MEM_ADVISE_SET_READ_MOSTLY, places[0]), "%s+%zu, %zu",
                     memories[i].name, offsets[o], lengths[l]);
                TELL(cuMemPrefetchAsync_v2, (address, lengths[l], places[0], 0, stream),
                     "%s+%zu, %zu", memories[i].name, offsets[o], lengths[l]);
                TELL(cuMemRangeGetAttribute,
                     (&number, sizeof number, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, address,
                      lengths[l]),
                     "%s+%zu, %zu", memories[i].name, offsets[o], lengths[l]);
                gave("%d", number);
            }
    SAY(cuStreamSynchronize(stream));
}

typedef struct Side {
    CUmemorytype type;
    size_t x, y, z, pitch, height;
} Side;

static Side some_side(void)
{
    static const CUmemorytype types[] = {CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE,
                                         CU_MEMORYTYPE_UNIFIED};
    static const size_t pitches[] = {64, 64, 128, 0, 0, 66, 4, 1}, heights[] = {0, 4, 8, 3, 1};
    Side side = {.type = PICK(types)};
    side.x = below(3) * 4;
    side.y = below(3);
    side.z = below(3);
    side.pitch = PICK(pitches);
    side.height = PICK(heights);
    return side;
}

/* There is room on all sides, so that only the numbers are looked at. */
static void boxes(void)
{
    static const size_t widths[] = {0, 1, 4, 16, 60, 64, 65, 128};
    start();
    for (unsigned i = 0; i < COPIES; i++) {
        Side to = some_side(), from = some_side();
        CUDA_MEMCPY3D box = {0};
        box.srcXInBytes = from.x;
        box.srcY = from.y;
        box.srcZ = from.z;
        box.srcMemoryType = from.type;
        box.srcHost = pages[1] + MIDDLE;
        box.srcDevice = memories[0].address + MIDDLE;
        box.srcPitch = from.pitch;
        box.srcHeight = from.height;
        box.dstXInBytes = to.x;
        box.dstY = to.y;
        box.dstZ = to.z;
        box.dstMemoryType = to.type;
        box.dstHost = pages[0] + MIDDLE;
        box.dstDevice = memories[0].address + 2 * MIDDLE;
        box.dstPitch = to.pitch;
        box.dstHeight = to.height;
        box.WidthInBytes = PICK(widths);
        box.Height = below(6);
        box.Depth = below(4);
        TELL(cuMemcpy3D_v2, (&box),
             "%d [%zu, %zu, %zu] / %zu x %zu, %d [%zu, %zu, %zu] / %zu x %zu, %zu x %zu x %zu",
             (int)to.type, to.x, to.y, to.z, to.pitch, to.height, (int)from.type, from.x, from.y,
             from.z, from.pitch, from.height, box.WidthInBytes, box.Height, box.Depth);
        TELL(cuMemcpy3DAsync_v2, (&box, stream), "the same");
    }
    SAY(cuStreamSynchronize(stream));
}

/* The same for copies of two dimensions. */
static void rows(void)
{
    static const size_t widths[] = {0, 1, 4, 16, 60, 64, 65, 128};
    start();
    for (unsigned i = 0; i < COPIES; i++) {
        Side to = some_side(), from = some_side();
        CUDA_MEMCPY2D copy = {0};
        copy.srcXInBytes = from.x;
        copy.srcY = from.y;
        copy.srcMemoryType = from.type;
        copy.srcHost = pages[1] + MIDDLE;
        copy.srcDevice = memories[0].address + MIDDLE;
        copy.srcPitch = from.pitch;
        copy.dstXInBytes = to.x;
        copy.dstY = to.y;
        copy.dstMemoryType = to.type;
        copy.dstHost = pages[0] + MIDDLE;
        copy.dstDevice = memories[0].address + 2 * MIDDLE;
        copy.dstPitch = to.pitch;
        copy.WidthInBytes = PICK(widths);
        copy.Height = below(6);
        TELL(cuMemcpy2D_v2, (&copy), "%d [%zu, %zu] / %zu, %d [%zu, %zu] / %zu, %zu x %zu",
             (int)to.type, to.x, to.y, to.pitch, (int)from.type, from.x, from.y, from.pitch,
             copy.WidthInBytes, copy.Height);
        TELL(cuMemcpy2DUnaligned_v2, (&copy), "the same");
        TELL(cuMemcpy2DAsync_v2, (&copy, stream), "the same");
    }
    SAY(cuStreamSynchronize(stream));
}

static const Section sections[] = {
    {"synchronous copies", synchronous},
    {"advice", advice},
    {"prefetching", prefetching},
    {"devices as places", old_places},
    {"sizes", sizes},
    {"boxes", boxes},
    {"rows", rows},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, COUNT(sections));
}
