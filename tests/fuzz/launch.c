/* Launching what a fuzzer's PTX defines: see launch.h. */
#include "launch.h"

#include <string.h>

#include "ptx/parse.h"
#include "sim/tensor_map.h"

enum { PARAMS_MAX = 4096, BUFFER_BYTES = 65536, SHAPES = 8, SHARED_MAX = 100000 };

static SimTexture texture_of(SimTextureShape shape, bool surface, uint64_t address, uint8_t choice)
{
    bool cube = shape == SIM_TEXTURE_CUBE || shape == SIM_TEXTURE_CUBE_LAYERED;
    bool flat =
        shape == SIM_TEXTURE_LINEAR || shape == SIM_TEXTURE_1D || shape == SIM_TEXTURE_1D_LAYERED;
    SimTexture texture = {.surface = surface,
                          .shape = shape,
                          .type = (SimTexelType)(choice % 8),
                          .channels = 1u << choice / 8 % 3,
                          .level_count = 1,
                          .linear = choice & 64,
                          .normalised = choice & 128,
                          .integer = choice & 32};
    static const uint32_t bytes[] = {1, 2, 4, 1, 2, 4, 2, 4};
    texture.texel_bytes = texture.channels * bytes[texture.type];
    texture.levels[0] = (SimTextureLevel){
        .address = address,
        .pitch = 8 * texture.texel_bytes,
        .slice = 64 * texture.texel_bytes,
        .width = 8,
        .height = flat ? 1 : 8,
        .depth = shape == SIM_TEXTURE_3D                                              ? 5
                 : shape == SIM_TEXTURE_1D_LAYERED || shape == SIM_TEXTURE_2D_LAYERED ? 4
                 : cube                                                               ? 12
                                                                                      : 1};
    for (int i = 0; i < 3; i++)
        texture.borders[i] = (SimTextureBorder)(choice / 16 + i) % 4;
    return texture;
}

/* Any bytes, of a map that is known to be one. */
static void map_make(World *world, const uint8_t *data, size_t size)
{
    SimTensorMap map = {.element_stride = {1, 1, 1, 1, 1},
                        .last = {15, 15, 3, 1, 1},
                        .box = {8, 4, 2, 1, 1},
                        .stride = {64, 1024, 4096, 8192}};
    if (size >= sizeof map && data[size - 1] & 1)
        memcpy(&map, data + size - sizeof map, sizeof map);
    map.magic = SIM_TENSOR_MAP_MAGIC;
    map.rank = (uint8_t)(size % SIM_TENSOR_RANK_MAX + 1);
    map.address = world->buffer;
    memcpy(world->map, &map, sizeof map);
    memcpy((void *)(uintptr_t)world->buffer, &map, sizeof map);
}

bool world_make(World *world, const uint8_t *data, size_t size)
{
    *world = (World){.memory = sim_memory_new(UINT64_C(1) << 26), .textures = sim_textures_new()};
    if (world->memory && world->textures)
        world->buffer = sim_memory_alloc(world->memory, BUFFER_BYTES, 0, SIM_ALLOC_DEVICE, 0, NULL);
    if (!world->buffer) {
        world_free(world);
        return false;
    }
    memset((void *)(uintptr_t)world->buffer, 0, BUFFER_BYTES);
    for (int i = 0; i < 2 * SHAPES; i++) {
        SimTexture texture = texture_of((SimTextureShape)(i % SHAPES), i >= SHAPES, world->buffer,
                                        size ? data[size / 2] : 0);
        world->handles[i] = sim_texture_add(world->textures, &texture);
    }
    map_make(world, data, size);
    return true;
}

void world_free(World *world)
{
    sim_textures_free(world->textures);
    sim_memory_free(world->memory);
}

/* `kind` 0: addresses alone; else the first parameters are a texture and a surface. */
static void params_fill(const World *world, const PtxFunction *kernel, uint64_t kind,
                        unsigned char *params)
{
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const PtxSymbol *param = kernel->params[i];
        uint64_t value = param->size == 8 ? world->buffer : 100;
        if (kind && i < 2)
            value = world->handles[(i * SHAPES + kind) % (2 * SHAPES)];
        if (param->size <= sizeof value)
            memcpy(params + param->offset, &value, param->size);
        else if (param->size == sizeof world->map)
            memcpy(params + param->offset, world->map, sizeof world->map);
    }
}

static void references_bind(const World *world, const EngineModule *module, const PtxModule *ptx,
                            uint64_t kind)
{
    for (uint32_t i = 0; i < ptx->symbol_count; i++) {
        const PtxSymbol *symbol = ptx->symbols[i];
        uint64_t slot = 0;
        if (symbol->type != PTX_TEXREF && symbol->type != PTX_SURFREF)
            continue;
        bool surface = symbol->type == PTX_SURFREF;
        engine_module_reference(module, symbol->name, symbol->type, &slot);
        if (slot)
            memcpy((void *)(uintptr_t)slot, &world->handles[kind % SHAPES + (surface ? SHAPES : 0)],
                   sizeof(uint64_t));
    }
}

static void ignore_finding(void *state, const SimFinding *finding)
{
    *(size_t *)state += finding->text ? strlen(finding->text) : 1;
}

static void ignore_print(void *state, const EnginePrint *print)
{
    for (size_t i = 0; i < print->size; i++)
        *(size_t *)state += (unsigned char)print->text[i];
}

static void kernel_launch(const World *world, EngineModule *module, const PtxFunction *kernel,
                          uint64_t kind, const SimObserver *const *observers, uint32_t count)
{
    unsigned char params[PARAMS_MAX] = {0};
    size_t told = 0;
    EngineFunctionInfo info;
    engine_function_info(module, kernel, &info);
    if (kernel->param_size > PARAMS_MAX || info.static_shared > SHARED_MAX)
        return;
    EngineLaunch launch = {.module = module,
                           .kernel = kernel,
                           .grid = {2, 1, 1},
                           .block = {48, 1, 1},
                           .dynamic_shared = 64,
                           .params = params,
                           .memory = world->memory,
                           .textures = world->textures,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .budget = 100000,
                           .threads = 1,
                           .findings = {&told, ignore_finding},
                           .print_state = &told,
                           .print = ignore_print,
                           .print_limit = 10};
    EngineResult result;
    params_fill(world, kernel, 0, params);
    engine_run(&launch, &result);
    params_fill(world, kernel, kind, params);
    launch.observers = observers;
    launch.observer_count = count;
    launch.seed = 3;
    engine_run(&launch, &result);
    launch.observer_count = 0;
    launch.seed = 0;
    launch.threads = 2;
    launch.eager = true;
    launch.grid.x = 6;
    engine_run(&launch, &result);
    launch.grid.x = 4;
    launch.cluster = (SimDim){2, 1, 1};
    engine_run(&launch, &result);
    launch.observer_count = count;
    launch.threads = 1;
    engine_run(&launch, &result);
}

void world_run(World *world, View text, const SimObserver *const *observers, uint32_t count)
{
    PtxModule *ptx = ptx_parse(text, NULL);
    EngineModule *module = ptx ? engine_module_new(ptx, world->memory, 0, NULL, NULL, NULL) : NULL;
    if (module)
        references_bind(world, module, ptx, text.size);
    for (uint32_t i = 0; module && i < ptx->function_count; i++)
        if (ptx->functions[i]->is_entry && ptx->functions[i]->has_body)
            kernel_launch(world, module, ptx->functions[i], text.size, observers, count);
    engine_module_free(module);
    ptx_free(ptx);
}
