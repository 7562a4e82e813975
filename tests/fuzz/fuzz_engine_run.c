/* libFuzzer: PTX text to its end: what parses and loads is launched, with small budgets. No kernel
 * may reach memory that isn't its own, whatever it does. */
#include <string.h>

#include "ptx/parse.h"
#include "sim/engine/engine.h"

enum { PARAMS_MAX = 4096, BUFFER_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void launch_kernel(EngineModule *module, const PtxFunction *kernel, SimMemory *memory,
                          uint64_t buffer)
{
    unsigned char params[PARAMS_MAX] = {0};
    if (kernel->param_size > PARAMS_MAX)
        return;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        uint64_t value = kernel->params[i]->size == 8 ? buffer : 100;
        if (kernel->params[i]->size <= sizeof(value))
            memcpy(params + kernel->params[i]->offset, &value, kernel->params[i]->size);
    }
    EngineFunctionInfo info;
    engine_function_info(module, kernel, &info);
    if (info.static_shared > 100000)
        return;
    EngineLaunch launch = {.module = module,
                           .kernel = kernel,
                           .grid = {2, 1, 1},
                           .block = {48, 1, 1},
                           .dynamic_shared = 64,
                           .params = params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .budget = 200000,
                           .print_limit = 10};
    EngineResult result;
    engine_run(&launch, &result);
    static const SimObserver nobody;
    const SimObserver *observers[] = {&nobody};
    launch.observers = observers;
    launch.observer_count = 1;
    launch.seed = 3;
    engine_run(&launch, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PtxModule *ptx = ptx_parse((View){(const char *)data, size}, NULL);
    SimMemory *memory = ptx ? sim_memory_new(UINT64_C(1) << 26) : NULL;
    if (memory) {
        uint64_t buffer = sim_memory_alloc(memory, BUFFER_BYTES, 0, SIM_ALLOC_DEVICE, 0, NULL);
        EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, NULL);
        for (uint32_t i = 0; module && i < ptx->function_count; i++)
            if (ptx->functions[i]->is_entry && ptx->functions[i]->has_body)
                launch_kernel(module, ptx->functions[i], memory, buffer);
        engine_module_free(module);
    }
    sim_memory_free(memory);
    ptx_free(ptx);
    return 0;
}
