/* Attributes that are kept and told back, without effect. */
#include "sim/api/hints.h"

#include <string.h>

#include "sim/api/device.h"
#include "sim/api/state.h"

enum {
    POLICY_UNSET = -1,
    POLICY_AUTO = 1,
    POLICY_BLOCKING = 4,
    PROPERTY_PERSISTING = 2,
    CARVEOUT_MOST = 100
};

/* A window of memory that is to stay in the cache, as the attribute's value holds it. */
typedef struct Window {
    void *base;
    size_t bytes;
    float ratio;
    int hit, miss;
} Window;

static const CUlaunchAttributeID ids[HINTS] = {
    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
    CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
    CU_LAUNCH_ATTRIBUTE_PRIORITY,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
};

/* HINTS: it is none. */
static int hint_index(CUlaunchAttributeID id)
{
    int at = 0;
    while (at < HINTS && ids[at] != id)
        at++;
    return at;
}

void hints_begin(Hints *hints)
{
    const int policy = POLICY_UNSET;
    const unsigned char domains[] = {0, 1}; /* the default one, the remote one */
    memset(hints, 0, sizeof *hints);
    memcpy(&hints->values[hint_index(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY)], &policy,
           sizeof policy);
    memcpy(&hints->values[hint_index(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP)], domains,
           sizeof domains);
}

bool hint_is(CUlaunchAttributeID id)
{
    return hint_index(id) < HINTS;
}

void hint_get(const Hints *hints, CUlaunchAttributeID id, CUlaunchAttributeValue *value)
{
    if (hint_is(id))
        *value = hints->values[hint_index(id)];
}

static bool window_fits(const CUlaunchAttributeValue *value)
{
    Window window;
    int largest = 0;
    memcpy(&window, value, sizeof window);
    device_attribute(library()->profile, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE,
                     &largest);
    return window.bytes <= (size_t)largest && window.ratio >= 0 && window.ratio <= 1 &&
           window.miss != PROPERTY_PERSISTING;
}

CUresult hint_set(Hints *hints, CUlaunchAttributeID id, const CUlaunchAttributeValue *value)
{
    int number;
    memcpy(&number, value, sizeof number);
    if ((id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW && !window_fits(value)) ||
        (id == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY &&
         (number < POLICY_AUTO || number > POLICY_BLOCKING)) ||
        (id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN && (unsigned)number > 1) ||
        (id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT &&
         (number < 0 || number > CARVEOUT_MOST)))
        return CUDA_ERROR_INVALID_VALUE;
    if (hint_is(id))
        hints->values[hint_index(id)] = *value;
    return CUDA_SUCCESS;
}
