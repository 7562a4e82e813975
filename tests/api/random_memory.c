/* Random calls with memory of all kinds: allocated, freed, copied, filled, asked about, at right
 * and wrong places and sizes. "call = RESULT" lines and what was told or copied, for any libcuda.
 *
 *   random_memory LIBCUDA [FIRST COUNT]
 *
 * It prints what a driver answers. Nothing reaches past its allocation: there the answer depends on
 * where the driver put its neighbours. */
#include "random.h"

enum { SLOTS = 8, HOSTS = 3, HOST_SIZE = 65536, ROWS_REACH = 24000, CALLS = 120 };

typedef enum Kind { NONE, DEVICE, PITCHED, MANAGED, PINNED, REGISTERED, POOLED, RESERVED } Kind;

typedef struct Slot {
    Kind kind;
    CUdeviceptr base;
    size_t size;
    void *host; /* of pinned and registered memory */
} Slot;

typedef struct Place {
    CUdeviceptr address;
    int slot;    /* -1: in none */
    size_t room; /* from there to the slot's end */
    char name[32];
} Place;

static Slot slots[SLOTS];
static unsigned char host[HOSTS][HOST_SIZE];
static unsigned char pages[SLOTS][4 * 4096] __attribute__((aligned(4096)));
static CUstream streams[4];
static CUmemoryPool pools[2];
static const CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};

static const size_t sizes[] = {0,   1,    2,    3,    4,    16,    64,    100,     256,
                               512, 1000, 1024, 4096, 4100, 16384, 40000, 1 << 20, 2 << 20};

/* Memory, mostly in one of the slots. */
static Place some_place(void)
{
    static const size_t offsets[] = {0, 0,  0,  0,  0,   1,   2,    4,   6,
                                     8, 16, 60, 64, 256, 512, 1000, 4096};
    Place place = {.slot = -1};
    if (rarely(40)) {
        place.address = rarely(2) ? 0 : 4096;
        snprintf(place.name, sizeof place.name, "%llu", (unsigned long long)place.address);
        return place;
    }
    unsigned number = below(SLOTS);
    for (unsigned i = 0; i < SLOTS && !slots[number].base && !rarely(10); i++)
        number = (number + 1) % SLOTS;
    Slot *slot = &slots[number];
    size_t offset = PICK(offsets);
    offset = slot->base ? offset % slot->size : 0;
    place.address = slot->base + offset;
    place.slot = (int)number;
    place.room = offset < slot->size ? slot->size - offset : 0;
    snprintf(place.name, sizeof place.name, "m%u+%zu", number, offset);
    return place;
}

/* What a copy to `to` reads: where both are in one place nobody says what is copied. */
static Place some_source(const Place *to)
{
    Place from = some_place();
    while (from.slot >= 0 && from.slot == to->slot)
        from = some_place();
    return from;
}

/* As much of it as there is, where there is memory. */
static size_t within(const Place *place, size_t size)
{
    return place->room && size > place->room ? place->room : size;
}

/* What lies outside of all memory of the driver's counts as the host's in calls that take either,
 * and is touched: those get places with room enough. */
static bool either_way(const Place *to, const Place *from, size_t size)
{
    return to->room >= size && from->room >= size;
}

static size_t some_size(void)
{
    return PICK(sizes) % 20000;
}

static unsigned some_stream(void)
{
    return below(COUNT(streams));
}

/* Operations have their results before the next call, whatever the stream. */
static void settle(void)
{
    CUresult result = cu.cuCtxSynchronize();
    if (result != CUDA_SUCCESS)
        printf("  then %s\n", result_name(result));
}

static void slot_fill(unsigned number, Kind kind, size_t size)
{
    if (answer != CUDA_SUCCESS)
        return;
    slots[number].kind = kind;
    slots[number].size = size;
    cu.cuMemsetD8_v2(slots[number].base, (unsigned char)(number + 1), size);
    settle();
}

static void allocate_device(void)
{
    unsigned to = below(SLOTS);
    size_t size = PICK(sizes);
    if (slots[to].kind)
        return;
    TELL(cuMemAlloc_v2, (&slots[to].base, size), "m%u, %zu", to, size);
    slot_fill(to, DEVICE, size);
}

static void allocate_pitched(void)
{
    static const unsigned elements[] = {4, 8, 16, 1, 2, 3, 0, 32};
    unsigned to = below(SLOTS), element = PICK(elements);
    size_t width = some_size(), height = below(20), pitch = 0;
    if (slots[to].kind)
        return;
    TELL(cuMemAllocPitch_v2, (&slots[to].base, &pitch, width, height, element), "m%u, %zu, %zu, %u",
         to, width, height, element);
    gave("pitch %zu", pitch);
    slot_fill(to, PITCHED, pitch * height);
}

static void allocate_managed(void)
{
    static const unsigned flags[] = {
        CU_MEM_ATTACH_GLOBAL, CU_MEM_ATTACH_GLOBAL, CU_MEM_ATTACH_HOST, CU_MEM_ATTACH_SINGLE, 0, 3};
    unsigned to = below(SLOTS), flag = PICK(flags);
    size_t size = PICK(sizes);
    if (slots[to].kind)
        return;
    TELL(cuMemAllocManaged, (&slots[to].base, size, flag), "m%u, %zu, %u", to, size, flag);
    slot_fill(to, MANAGED, size);
}

static void allocate_pinned(void)
{
    unsigned to = below(SLOTS), flag = below(rarely(8) ? 32 : 8);
    size_t size = PICK(sizes);
    if (slots[to].kind)
        return;
    TELL(cuMemHostAlloc, (&slots[to].host, size, flag), "m%u, %zu, %u", to, size, flag);
    slots[to].base = answer == CUDA_SUCCESS ? (CUdeviceptr)(uintptr_t)slots[to].host : 0;
    slot_fill(to, PINNED, size);
}

static void register_pages(void)
{
    static const size_t offsets[] = {0, 0, 0, 4096, 100, 4000},
                        lengths[] = {4096, 8192, 100, 5000, 0};
    unsigned to = below(SLOTS), flag = below(rarely(8) ? 32 : 4);
    size_t offset = PICK(offsets), size = PICK(lengths);
    if (slots[to].kind)
        return;
    slots[to].host = pages[to] + offset;
    TELL(cuMemHostRegister_v2, (slots[to].host, size, flag), "pages%u+%zu, %zu, %u", to, offset,
         size, flag);
    slots[to].base = answer == CUDA_SUCCESS ? (CUdeviceptr)(uintptr_t)slots[to].host : 0;
    slot_fill(to, REGISTERED, size);
}

static void allocate_pooled(void)
{
    unsigned to = below(SLOTS), in = some_stream(), from = below(3);
    size_t size = PICK(sizes);
    if (slots[to].kind)
        return;
    if (from == 2)
        TELL(cuMemAllocAsync, (&slots[to].base, size, streams[in]), "m%u, %zu, s%u", to, size, in);
    else
        TELL(cuMemAllocFromPoolAsync, (&slots[to].base, size, pools[from], streams[in]),
             "m%u, %zu, pool%u, s%u", to, size, from, in);
    settle();
    slot_fill(to, POOLED, size);
}

static void reserve(void)
{
    static const CUmemAllocationProp on_device = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    static const CUmemAccessDesc read_write = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    enum { GRAIN = 2 << 20 };
    CUmemGenericAllocationHandle physical = 0;
    unsigned to = below(SLOTS);
    size_t grains = 1 + below(2), mapped = 1 + below(grains);
    if (slots[to].kind)
        return;
    TELL(cuMemAddressReserve, (&slots[to].base, grains * GRAIN, 0, 0, 0), "m%u, %zu grains", to,
         grains);
    TELL(cuMemCreate, (&physical, mapped * GRAIN, &on_device, 0), "%zu grains", mapped);
    TELL(cuMemMap, (slots[to].base, mapped * GRAIN, 0, physical, 0), "m%u, %zu grains", to, mapped);
    TELL(cuMemRelease, (physical), "it");
    TELL(cuMemSetAccess, (slots[to].base, mapped * GRAIN, &read_write, 1), "m%u, %zu grains", to,
         mapped);
    if (answer != CUDA_SUCCESS)
        TELL(cuMemAddressFree, (slots[to].base, grains * GRAIN), "m%u, %zu grains", to, grains);
    else
        slot_fill(to, RESERVED, mapped * GRAIN);
    if (answer == CUDA_SUCCESS && !slots[to].kind)
        slots[to].base = 0;
}

/* Memory is given back as it should, or as memory of another kind. */
static void give_back(void)
{
    unsigned number = below(SLOTS), in = some_stream();
    Slot *slot = &slots[number];
    static const CUdeviceptr offsets[] = {0, 0, 0, 0, 0, 0, 0, 16};
    CUdeviceptr offset = slot->base ? PICK(offsets) : 0;
    Kind as = rarely(6) ? 1 + below(6) : slot->kind;
    void *there = (void *)(uintptr_t)(slot->base + offset);
    if (slot->kind == RESERVED) {
        TELL(cuMemUnmap, (slot->base, slot->size), "m%u, all", number);
        TELL(cuMemAddressFree, (slot->base, slot->size), "m%u, all", number);
    } else if (as == PINNED) {
        TELL(cuMemFreeHost, (there), "m%u+%llu", number, (unsigned long long)offset);
    } else if (as == REGISTERED) {
        TELL(cuMemHostUnregister, (there), "m%u+%llu", number, (unsigned long long)offset);
    } else if (as == POOLED) {
        TELL(cuMemFreeAsync, (slot->base + offset, streams[in]), "m%u+%llu, s%u", number,
             (unsigned long long)offset, in);
        settle();
    } else {
        TELL(cuMemFree_v2, (slot->base + offset), "m%u+%llu", number, (unsigned long long)offset);
    }
    if (answer == CUDA_SUCCESS)
        *slot = (Slot){0};
}

static void copy_linear(void)
{
    Place to = some_place();
    Place from = some_source(&to);
    unsigned with = below(HOSTS), in = some_stream();
    size_t size = within(&to, within(&from, some_size()));
    unsigned which = below(8);
    if ((which == 3 || which == 4) && !either_way(&to, &from, size))
        which = 2;
    switch (which) {
    case 0:
        TELL(cuMemcpyHtoD_v2, (to.address, host[with], size), "%s, host%u, %zu", to.name, with,
             size);
        break;
    case 1:
        TELL(cuMemcpyDtoH_v2, (host[with], from.address, size), "host%u, %s, %zu", with, from.name,
             size);
        break;
    case 2:
        TELL(cuMemcpyDtoD_v2, (to.address, from.address, size), "%s, %s, %zu", to.name, from.name,
             size);
        break;
    case 3:
        TELL(cuMemcpy, (to.address, from.address, size), "%s, %s, %zu", to.name, from.name, size);
        break;
    case 4:
        TELL(cuMemcpyAsync, (to.address, from.address, size, streams[in]), "%s, %s, %zu, s%u",
             to.name, from.name, size, in);
        break;
    case 5:
        TELL(cuMemcpyHtoDAsync_v2, (to.address, host[with], size, streams[in]),
             "%s, host%u, %zu, s%u", to.name, with, size, in);
        break;
    case 6:
        TELL(cuMemcpyDtoHAsync_v2, (host[with], from.address, size, streams[in]),
             "host%u, %s, %zu, s%u", with, from.name, size, in);
        break;
    default:
        TELL(cuMemcpyDtoDAsync_v2, (to.address, from.address, size, streams[in]),
             "%s, %s, %zu, s%u", to.name, from.name, size, in);
    }
    settle();
}

static void fill_linear(void)
{
    Place at = some_place();
    unsigned value = (unsigned)draw(), in = some_stream();
    size_t count = within(&at, some_size());
    switch (below(6)) {
    case 0:
        TELL(cuMemsetD8_v2, (at.address, (unsigned char)value, count), "%s, %u, %zu", at.name,
             value & 255, count);
        break;
    case 1:
        TELL(cuMemsetD16_v2, (at.address, (unsigned short)value, count / 2), "%s, %u, %zu", at.name,
             value & 65535, count / 2);
        break;
    case 2:
        TELL(cuMemsetD32_v2, (at.address, value, count / 4), "%s, %u, %zu", at.name, value,
             count / 4);
        break;
    case 3:
        TELL(cuMemsetD8Async, (at.address, (unsigned char)value, count, streams[in]),
             "%s, %u, %zu, s%u", at.name, value & 255, count, in);
        break;
    case 4:
        TELL(cuMemsetD16Async, (at.address, (unsigned short)value, count / 2, streams[in]),
             "%s, %u, %zu, s%u", at.name, value & 65535, count / 2, in);
        break;
    default:
        TELL(cuMemsetD32Async, (at.address, value, count / 4, streams[in]), "%s, %u, %zu, s%u",
             at.name, value, count / 4, in);
    }
    settle();
}

static void fill_rows(void)
{
    static const size_t pitches[] = {64, 100, 512, 0, 1, 128, 66},
                        widths[] = {1, 4, 7, 16, 32, 64, 0, 65};
    Place at = some_place();
    unsigned value = (unsigned)draw(), in = some_stream();
    size_t pitch = PICK(pitches), width = PICK(widths), height = below(9);
    unsigned which = below(4);
    size_t reach = height ? pitch * (height - 1) + width * 4 : 0;
    if (within(&at, reach) < reach)
        return;
    switch (which) {
    case 0:
        TELL(cuMemsetD2D8_v2, (at.address, pitch, (unsigned char)value, width, height),
             "%s, %zu, %u, %zu, %zu", at.name, pitch, value & 255, width, height);
        break;
    case 1:
        TELL(cuMemsetD2D16_v2, (at.address, pitch, (unsigned short)value, width, height),
             "%s, %zu, %u, %zu, %zu", at.name, pitch, value & 65535, width, height);
        break;
    case 2:
        TELL(cuMemsetD2D32_v2, (at.address, pitch, value, width, height), "%s, %zu, %u, %zu, %zu",
             at.name, pitch, value, width, height);
        break;
    default:
        TELL(cuMemsetD2D32Async, (at.address, pitch, value, width, height, streams[in]),
             "%s, %zu, %u, %zu, %zu, s%u", at.name, pitch, value, width, height, in);
    }
    settle();
}

/* One side of a copy of rows: where, as which type of memory. */
typedef struct Side {
    CUmemorytype type;
    Place place;
    unsigned host;
} Side;

static Side side_settled(Side side)
{
    if (side.type == CU_MEMORYTYPE_UNIFIED && side.place.room < ROWS_REACH)
        side.type = CU_MEMORYTYPE_DEVICE;
    if (side.type == CU_MEMORYTYPE_DEVICE && side.place.room && side.place.room < ROWS_REACH)
        side.type = CU_MEMORYTYPE_HOST;
    return side;
}

static Side some_side(void)
{
    static const CUmemorytype types[] = {CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE,
                                         CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED,
                                         CU_MEMORYTYPE_DEVICE};
    Side side;
    side.type = rarely(40) ? (CUmemorytype)(below(2) * 5) : PICK(types);
    side.place = some_place();
    side.host = below(HOSTS);
    return side_settled(side);
}

static Side some_other_side(const Side *to)
{
    Side side = some_side();
    side.place = some_source(&to->place);
    side.host = (to->host + 1) % HOSTS;
    return side_settled(side);
}

static const char *side_name(const Side *side, char *name, size_t size)
{
    if (side->type == CU_MEMORYTYPE_HOST)
        snprintf(name, size, "host%u", side->host);
    else
        snprintf(name, size, "%s as %d", side->place.name, (int)side->type);
    return name;
}

static void copy_rows(void)
{
    static const size_t pitches[] = {64, 100, 512, 0, 128, 66},
                        widths[] = {1, 4, 7, 16, 32, 64, 0, 65};
    Side to = some_side();
    Side from = some_other_side(&to);
    char to_name[48], from_name[48];
    unsigned which = below(3), in = some_stream();
    CUDA_MEMCPY2D copy = {0};
    copy.srcXInBytes = below(3) * 4;
    copy.srcY = below(3);
    copy.srcMemoryType = from.type;
    copy.srcHost = host[from.host];
    copy.srcDevice = from.place.address;
    copy.srcPitch = PICK(pitches);
    copy.dstXInBytes = below(3) * 4;
    copy.dstY = below(3);
    copy.dstMemoryType = to.type;
    copy.dstHost = host[to.host];
    copy.dstDevice = to.place.address;
    copy.dstPitch = PICK(pitches);
    copy.WidthInBytes = PICK(widths);
    copy.Height = below(6);
    side_name(&to, to_name, sizeof to_name);
    side_name(&from, from_name, sizeof from_name);
#define ROWS_TEXT                                                                                \
    "%s [%zu, %zu] / %zu, %s [%zu, %zu] / %zu, %zu x %zu", to_name, copy.dstXInBytes, copy.dstY, \
        copy.dstPitch, from_name, copy.srcXInBytes, copy.srcY, copy.srcPitch, copy.WidthInBytes, \
        copy.Height
    if (which == 0)
        TELL(cuMemcpy2D_v2, (&copy), ROWS_TEXT);
    else if (which == 1)
        TELL(cuMemcpy2DUnaligned_v2, (&copy), ROWS_TEXT);
    else
        TELL(cuMemcpy2DAsync_v2, (&copy, streams[in]), ROWS_TEXT);
    settle();
}

static void copy_slices(void)
{
    static const size_t pitches[] = {64, 128, 512, 0, 66}, heights[] = {0, 4, 8, 3},
                        widths[] = {1, 4, 16, 32, 64, 0};
    Side to = some_side();
    Side from = some_other_side(&to);
    char to_name[48], from_name[48];
    CUDA_MEMCPY3D copy = {0};
    copy.srcXInBytes = below(3) * 4;
    copy.srcY = below(3);
    copy.srcZ = below(3);
    copy.srcLOD = rarely(40);
    copy.srcMemoryType = from.type;
    copy.srcHost = host[from.host];
    copy.srcDevice = from.place.address;
    copy.srcPitch = PICK(pitches);
    copy.srcHeight = PICK(heights);
    copy.dstXInBytes = below(3) * 4;
    copy.dstY = below(3);
    copy.dstZ = below(3);
    copy.dstMemoryType = to.type;
    copy.dstHost = host[to.host];
    copy.dstDevice = to.place.address;
    copy.dstPitch = PICK(pitches);
    copy.dstHeight = PICK(heights);
    copy.WidthInBytes = PICK(widths);
    copy.Height = below(5);
    copy.Depth = below(4);
    TELL(cuMemcpy3D_v2, (&copy),
         "%s [%zu, %zu, %zu] / %zu x %zu, %s [%zu, %zu, %zu] / %zu x %zu, LOD %zu, %zu x %zu x %zu",
         side_name(&to, to_name, sizeof to_name), copy.dstXInBytes, copy.dstY, copy.dstZ,
         copy.dstPitch, copy.dstHeight, side_name(&from, from_name, sizeof from_name),
         copy.srcXInBytes, copy.srcY, copy.srcZ, copy.srcPitch, copy.srcHeight, copy.srcLOD,
         copy.WidthInBytes, copy.Height, copy.Depth);
    settle();
}

/* An address, or another handle, by what it is. */
static const char *pointer_name(unsigned long long value, CUdeviceptr near)
{
    static char name[64];
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].base && value >= slots[i].base && value < slots[i].base + slots[i].size)
            return snprintf(name, sizeof name, "m%u+%llu", i, value - slots[i].base), name;
    for (unsigned i = 0; i < COUNT(pools); i++)
        if (value == (uintptr_t)pools[i])
            return snprintf(name, sizeof name, "pool%u", i), name;
    if (value == (uintptr_t)context)
        return "the context";
    snprintf(name, sizeof name, value == 0 ? "0" : value == near ? "the address" : "another value");
    return name;
}

static void ask_pointer(void)
{
    static const CUpointer_attribute attributes[] = {
        CU_POINTER_ATTRIBUTE_CONTEXT,          CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER,   CU_POINTER_ATTRIBUTE_HOST_POINTER,
        CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,      CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,   CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
        CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE,
        CU_POINTER_ATTRIBUTE_MAPPED,           CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
        CU_POINTER_ATTRIBUTE_ACCESS_FLAGS,     CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE};
    Place at = some_place();
    CUpointer_attribute attribute = PICK(attributes);
    unsigned long long value = 0;
    if (rarely(3)) {
        void *there = &value;
        TELL(cuPointerGetAttributes, (1, &attribute, &there, at.address), "%d, %s", (int)attribute,
             at.name);
    } else {
        TELL(cuPointerGetAttribute, (&value, attribute, at.address), "%d, %s", (int)attribute,
             at.name);
    }
    if (value < 1 << 30)
        gave("%lld", (long long)(int)value);
    else
        gave("%s", pointer_name(value, at.address));
}

static void ask_range(void)
{
    Place at = some_place();
    CUdeviceptr base = 0;
    size_t size = 0;
    unsigned flags = 0;
    switch (below(4)) {
    case 0:
        TELL(cuMemHostGetFlags, (&flags, (void *)(uintptr_t)at.address), "%s", at.name);
        gave("%u", flags);
        break;
    case 1:
        flags = rarely(10);
        TELL(cuMemHostGetDevicePointer_v2, (&base, (void *)(uintptr_t)at.address, flags), "%s, %u",
             at.name, flags);
        gave("%s", pointer_name(base, at.address));
        break;
    default:
        TELL(cuMemGetAddressRange_v2, (&base, &size, at.address), "%s", at.name);
        gave("%s, %zu", pointer_name(base, at.address), size);
    }
}

static CUmemLocation some_location(void)
{
    static const CUmemLocation locations[] = {
        {CU_MEM_LOCATION_TYPE_DEVICE, 0}, {CU_MEM_LOCATION_TYPE_HOST, 0},
        {CU_MEM_LOCATION_TYPE_DEVICE, 0}, {CU_MEM_LOCATION_TYPE_HOST_NUMA, 0},
        {CU_MEM_LOCATION_TYPE_DEVICE, 9}, {CU_MEM_LOCATION_TYPE_INVALID, 0},
        {CU_MEM_LOCATION_TYPE_HOST, 5},   {CU_MEM_LOCATION_TYPE_DEVICE, -1}};
    return PICK(locations);
}

static void advise(void)
{
    Place at = some_place();
    size_t size = within(&at, some_size());
    CUmemLocation location = some_location();
    unsigned advice = below(8), in = some_stream();
    int number = 77;
    switch (below(4)) {
    case 0:
        TELL(cuMemPrefetchAsync_v2, (at.address, size, location, 0, streams[in]),
             "%s, %zu, %d:%d, s%u", at.name, size, (int)location.type, location.id, in);
        settle();
        break;
    case 1:
        TELL(cuMemAdvise_v2, (at.address, size, (CUmem_advise)advice, location),
             "%s, %zu, %u, %d:%d", at.name, size, advice, (int)location.type, location.id);
        break;
    default:
        advice = 1 + below(4);
        TELL(cuMemRangeGetAttribute,
             (&number, sizeof number, (CUmem_range_attribute)advice, at.address, size),
             "%u, %s, %zu", advice, at.name, size);
        gave("%d", number);
    }
}

static void use_pool(void)
{
    unsigned which = below(COUNT(pools)), attribute = 1 + below(8);
    uint64_t value = attribute < 4 ? below(2) : below(3) * 65536;
    switch (below(3)) {
    case 0:
        TELL(cuMemPoolSetAttribute, (pools[which], (CUmemPool_attribute)attribute, &value),
             "pool%u, %u, %llu", which, attribute, (unsigned long long)value);
        break;
    case 1:
        TELL(cuMemPoolTrimTo, (pools[which], value), "pool%u, %llu", which,
             (unsigned long long)value);
        break;
    default:
        value = 0;
        TELL(cuMemPoolGetAttribute, (pools[which], (CUmemPool_attribute)attribute, &value),
             "pool%u, %u", which, attribute);
        gave("%llu", (unsigned long long)value);
    }
}

static void write_value(void)
{
    Place at = some_place();
    unsigned in = some_stream(), value = below(1000), flags = rarely(6) ? below(8) : 0;
    if (within(&at, sizeof(uint64_t)) < sizeof(uint64_t))
        return;
    switch (below(4)) {
    case 0:
        TELL(cuStreamWriteValue32_v2, (streams[in], at.address, value, flags), "s%u, %s, %u, %u",
             in, at.name, value, flags);
        break;
    case 1:
        TELL(cuStreamWriteValue64_v2, (streams[in], at.address, value, flags), "s%u, %s, %u, %u",
             in, at.name, value, flags);
        break;
    case 2: /* not less than nothing: always so, where 32-bit differences are not negative */
        TELL(cuStreamWaitValue32_v2, (streams[in], at.address, 0, CU_STREAM_WAIT_VALUE_NOR),
             "s%u, %s, 0, nor", in, at.name);
        break;
    default:
        TELL(cuPointerSetAttribute, (&flags, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, at.address),
             "%u, %s", flags, at.name);
        break;
    }
    settle();
}

static uint32_t sum_of(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

static void tell_contents(void)
{
    static unsigned char copied[2 << 20];
    for (unsigned i = 0; i < HOSTS; i++)
        printf("host%u: %08x\n", i, sum_of(host[i], HOST_SIZE));
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].kind && cu.cuMemcpyDtoH_v2(copied, slots[i].base,
                                                slots[i].size % sizeof copied) == CUDA_SUCCESS)
            printf("m%u: %08x\n", i, sum_of(copied, slots[i].size % sizeof copied));
}

static void run(void)
{
    static const Call table[] = {{allocate_device, 6}, {allocate_pitched, 3}, {allocate_managed, 4},
                                 {allocate_pinned, 4}, {register_pages, 3},   {allocate_pooled, 5},
                                 {reserve, 2},         {give_back, 9},        {copy_linear, 16},
                                 {fill_linear, 10},    {fill_rows, 6},        {copy_rows, 12},
                                 {copy_slices, 8},     {ask_pointer, 14},     {ask_range, 7},
                                 {advise, 8},          {use_pool, 5},         {write_value, 4}};
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = here};
    streams[1] = stream;
    streams[2] = CU_STREAM_LEGACY;
    streams[3] = CU_STREAM_PER_THREAD;
    cu.cuDeviceGetDefaultMemPool(&pools[0], 0);
    cu.cuMemPoolCreate(&pools[1], &props);
    for (size_t i = 0; i < HOSTS * HOST_SIZE; i++)
        host[i / HOST_SIZE][i % HOST_SIZE] = (unsigned char)draw();
    calls_make(table, COUNT(table), 20);
    calls_make(table, 6, 12); /* enough memory to work with */
    calls_make(table, COUNT(table), CALLS);
    tell_contents();
}

int main(int count, char **arguments)
{
    /* Types of memory that there are not, with mapped memory; memory registered for reading only;
     * values without barriers; flags of others; a driver that crashes. */
    static const unsigned odd[] = {15, 17, 20, 25, 27, 28, 31, 32, 39};
    return record_seeds(count, arguments, 0, 39, odd, COUNT(odd), run);
}
