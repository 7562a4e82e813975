/* Compiling for a device other than the one at hand. */
#include "sim/api/jit.h"
#include "sim/api/state.h"

enum {
    NUMBER = 0xffff, /* of the device in a CUjit_target */
    KIND_SHIFT = 16,
    KIND_PLAIN = 0,
    KIND_ACCELERATED = 1,
    KIND_FAMILY = 2,
    NEWEST = 121,
    ACCELERATED_FROM = 90,
    FAMILY_FROM = 100,
};

/* What the compiler of a driver of CUDA 13.0 knows, as recorded on an H200. */
static const int compiled[] = {50, 52, 60, 61,  70,  72,  75,  80,  86,
                               87, 89, 90, 100, 101, 103, 110, 120, 121};

bool jit_target_exists(int target)
{
    int kind = target >> KIND_SHIFT, number = target & NUMBER;
    bool kind_fits = kind == KIND_PLAIN ||
                     (kind == KIND_ACCELERATED && number >= ACCELERATED_FROM) ||
                     (kind == KIND_FAMILY && number >= FAMILY_FROM);
    return target >= 0 && kind_fits && number <= NEWEST;
}

static bool is_compiled(int number)
{
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; i++)
        if (compiled[i] == number)
            return true;
    return false;
}

/* Machine code runs on devices of its own generation that are not older; what is accelerated, on
 * no other. */
static bool runs_here(int kind, int number)
{
    const SimProfile *profile = library()->profile;
    int own = profile->major * 10 + profile->minor;
    if (kind == KIND_ACCELERATED)
        return number == own;
    return number / 10 == profile->major && number <= own;
}

CUresult jit_target_check(const JitOptions *options, const PtxModule *ptx, Error *error)
{
    int kind = options->target >> KIND_SHIFT, number = options->target & NUMBER;
    if (!options->has_target ||
        (is_compiled(number) && number >= (int)ptx->target_sm && runs_here(kind, number)))
        return CUDA_SUCCESS;
    error_set(error, ERROR_CONTENT, "compiled for sm_%d, the module does not run on this device",
              number);
    return !is_compiled(number)           ? CUDA_ERROR_INVALID_IMAGE
           : number < (int)ptx->target_sm ? CUDA_ERROR_INVALID_PTX
                                          : CUDA_ERROR_INVALID_SOURCE;
}
