/* What a failed start of the driver means on this machine, and what to do about it. */
#ifndef CULAB_CUDA_ADVICE_H
#define CULAB_CUDA_ADVICE_H

#include "base/strbuf.h"
#include "cuda/types.h"

typedef enum DeviceFile {
    DEVICE_FILE_MISSING,
    DEVICE_FILE_FORBIDDEN, /* this user may not open it */
    DEVICE_FILE_OPEN
} DeviceFile;

/* What can be seen without the driver. */
typedef struct MachineFacts {
    const char *visible; /* $CUDA_VISIBLE_DEVICES; NULL: not set */
    DeviceFile control;  /* /dev/nvidiactl */
    bool has_mig;        /* some GPU is parted into instances */
} MachineFacts;

/* `root` is "" but in tests: what stands before /dev and /proc. */
void machine_facts(const char *root, MachineFacts *out);
/* Adds ": what it means; what to do", or nothing for results that say enough by themselves. */
void cuda_advice_add(CUresult result, const MachineFacts *facts, StrBuf *out);
/* Whether a device of this name is a MIG instance. */
bool device_name_is_mig(const char *name);

#endif
