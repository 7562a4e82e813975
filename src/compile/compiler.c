/* NVRTC opened for a device: the targets it can compile for. */
#include <stdlib.h>

#include "compile/compile.h"

/* What the simulator's engine is made for, newest first. */
static const int engine_targets[] = {120, 100, 90, 89, 86, 80, 75};

static bool is_supported(const int *known, int count, int target)
{
    for (int i = 0; i < count; i++)
        if (known[i] == target)
            return true;
    return false;
}

static int newest_for_engine(const int *known, int count, int capability)
{
    for (size_t i = 0; i < sizeof engine_targets / sizeof *engine_targets; i++)
        if (engine_targets[i] <= capability && is_supported(known, count, engine_targets[i]))
            return engine_targets[i];
    return 0;
}

static int newest(const int *known, int count, int capability)
{
    int best = 0;
    for (int i = 0; i < count; i++)
        if (known[i] <= capability && known[i] > best)
            best = known[i];
    return best;
}

/* Machine code runs on devices of the same major version, and of no older minor one. */
static void choose_targets(Compiler *compiler, int capability, bool simulated)
{
    const Nvrtc *nvrtc = &compiler->nvrtc;
    int count = 0;
    if (nvrtc->nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0)
        return;
    int *known = memory_alloc_array((size_t)count, sizeof *known);
    if (nvrtc->nvrtcGetSupportedArchs(known) == NVRTC_SUCCESS) {
        int best = newest(known, count, capability);
        compiler->target = simulated ? newest_for_engine(known, count, capability) : best;
        if (best / 10 == capability / 10 && nvrtc->nvrtcGetCUBIN && nvrtc->nvrtcGetCUBINSize)
            compiler->machine = best;
    }
    free(known);
}

bool compiler_open(Compiler *compiler, int capability, bool simulated, Error *error)
{
    *compiler = (Compiler){0};
    if (!nvrtc_open(&compiler->nvrtc, NULL, error))
        return false;
    compiler->open = true;
    choose_targets(compiler, capability, simulated);
    compiler->device_printf = !simulated;
    compiler->machine_code = !simulated && compiler->machine;
    if (compiler->target)
        return true;
    error_set(error, ERROR_MACHINE,
              "NVRTC %d.%d compiles for no device of compute capability %d.%d or older: install "
              "another version, or choose another device",
              compiler->nvrtc.major, compiler->nvrtc.minor, capability / 10, capability % 10);
    compiler_close(compiler);
    return false;
}

void compiler_close(Compiler *compiler)
{
    if (compiler->open)
        nvrtc_close(&compiler->nvrtc);
    *compiler = (Compiler){0};
}

void compiler_version(const Compiler *compiler, StrBuf *out)
{
    strbuf_format(out, "%d.%d", compiler->nvrtc.major, compiler->nvrtc.minor);
}
