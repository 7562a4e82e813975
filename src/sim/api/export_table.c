/* cuGetExportTable: tables of private functions, which NVIDIA's own libraries ask their driver for.
 *
 * There are none here. The CUDA runtime does not look at the answer, though, and would jump into
 * nothing: it gets a table in which everything is unsupported, so that its own calls fail with an
 * error that the program can show. */
#include <string.h>

#include "sim/api/report.h"
#include "sim/api/state.h"

enum { SLOTS = 64 };

/* The two tables that the runtime needs to begin with. */
static const unsigned char runtime_ids[][16] = {
    {0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a, 0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d,
     0xf9},
    {0xa0, 0x94, 0x79, 0x8c, 0x2e, 0x74, 0x2e, 0x74, 0x93, 0xf2, 0x08, 0x00, 0x20, 0x0c, 0x0a,
     0x66},
};

static CUresult unsupported(void)
{
    return CUDA_ERROR_NOT_SUPPORTED;
}

typedef union Slot {
    size_t bytes; /* of the whole table: what its first slot holds */
    CUresult (*function)(void);
} Slot;

#define FOUR                                                                         \
    {.function = unsupported}, {.function = unsupported}, {.function = unsupported}, \
    {                                                                                \
        .function = unsupported                                                      \
    }
static const Slot table_unsupported[SLOTS + 1] = {
    {.bytes = sizeof table_unsupported},
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
    FOUR,
};

static bool is_runtime(const CUuuid *id)
{
    for (size_t i = 0; i < sizeof runtime_ids / sizeof runtime_ids[0]; i++)
        if (!memcmp(id->bytes, runtime_ids[i], sizeof runtime_ids[i]))
            return true;
    return false;
}

CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    if (!table || !id)
        return CUDA_ERROR_INVALID_VALUE;
    *table = NULL;
    if (!is_runtime(id))
        return CUDA_ERROR_INVALID_VALUE;
    report_note(
        "this program brings NVIDIA's CUDA runtime, which runs on NVIDIA's driver only: the "
        "simulated device takes programs of the Driver API");
    *table = table_unsupported;
    return CUDA_SUCCESS;
}
