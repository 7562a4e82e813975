/* cuLink: PTX modules linked to one. What comes out is PTX too, as the simulator's machine code. */
#include <stdlib.h>
#include <string.h>

#include "ptx/device_runtime.h"
#include "ptx/limit.h"
#include "ptx/link.h"
#include "ptx/parse.h"
#include "sim/api/file_image.h"
#include "sim/api/image.h"
#include "sim/api/jit.h"
#include "sim/api/state.h"
#include "sim/engine/engine.h"

enum { LINK_INPUTS_MAX = 4096 };
static const size_t input_bytes_max = (size_t)1 << 30;

/* One input: a copy of what was added, and the PTX in it. */
typedef struct LinkInput {
    char *image, *name;
    View ptx;
} LinkInput;

struct CUlinkState_st {
    Context *context;
    JitOptions options;
    LinkInput *inputs;
    uint32_t count;
    StrBuf linked;
};

static void inputs_free(CUlinkState state)
{
    for (uint32_t i = 0; i < state->count; i++) {
        free(state->inputs[i].image);
        free(state->inputs[i].name);
    }
    free(state->inputs);
}

CUresult cuLinkCreate_v2(unsigned int count, CUjit_option *names, void **values, CUlinkState *out)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    JitOptions options;
    result = out ? jit_read(&options, count, names, values) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    CUlinkState state = calloc(1, sizeof *state);
    if (!state || !handle_add(state, HANDLE_LINK)) {
        free(state);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    state->context = context;
    state->options = options;
    *out = state;
    return api_leave(CUDA_SUCCESS);
}

/* Enters with a link. */
static CUresult enter_link(CUlinkState state)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(state, HANDLE_LINK) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

/* The PTX of the input must parse now, so that the log names the input's own lines. */
static CUresult input_check(LinkInput *input, Error *error)
{
    const SimProfile *profile = library()->profile;
    char *unpacked;
    CUresult result = image_find_ptx(input->image, profile->major * 10 + profile->minor,
                                     &input->ptx, &unpacked, error);
    if (unpacked) {
        free(input->image);
        input->image = unpacked;
    }
    if (result != CUDA_SUCCESS)
        return result;
    PtxModule *ptx = ptx_parse(input->ptx, error);
    if (!ptx)
        return CUDA_ERROR_INVALID_PTX;
    ptx_free(ptx);
    return CUDA_SUCCESS;
}

static CUresult input_add(CUlinkState state, const void *data, size_t size, const char *name,
                          Error *error)
{
    LinkInput *grown = realloc(state->inputs, (state->count + 1) * sizeof *grown);
    if (!grown || state->count == LINK_INPUTS_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    state->inputs = grown;
    LinkInput *input = &grown[state->count];
    *input = (LinkInput){.image = calloc(1, size + 64), .name = strdup(name ? name : "input")};
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    if (input->image && input->name) {
        memcpy(input->image, data, size);
        result = input_check(input, error);
    }
    if (result == CUDA_SUCCESS) {
        state->count++;
    } else {
        free(input->image);
        free(input->name);
    }
    return result;
}

/* The device runtime's archive is machine code: our own PTX stands for it. */
static bool is_device_runtime(CUjitInputType type, const char *name)
{
    return type == CU_JIT_INPUT_LIBRARY && name && strstr(name, "cudadevrt");
}

CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size,
                          const char *name, unsigned int count, CUjit_option *names, void **values)
{
    JitOptions ignored;
    Error error = {0};
    CUresult result = enter_link(state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!data || !size || size > input_bytes_max || (unsigned)type >= CU_JIT_NUM_INPUT_TYPES ||
        state->linked.size)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = jit_read(&ignored, count, names, values);
    if (is_device_runtime(type, name)) {
        data = (void *)(uintptr_t)ptx_device_runtime;
        size = strlen(ptx_device_runtime);
    }
    if (result == CUDA_SUCCESS)
        result = input_add(state, data, size, name, &error);
    if (result != CUDA_SUCCESS)
        jit_report(&state->options, result, &error);
    return api_leave(result);
}

CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path,
                          unsigned int count, CUjit_option *names, void **values)
{
    CUresult result = enter_link(state);
    if (result != CUDA_SUCCESS)
        return result;
    api_leave(CUDA_SUCCESS);
    if (!path)
        return CUDA_ERROR_INVALID_VALUE;
    void *image;
    size_t size;
    result = file_image_read_sized(path, &image, &size);
    if (result != CUDA_SUCCESS)
        return result;
    result = cuLinkAddData_v2(state, type, image, size, path, count, names, values);
    free(image);
    return result;
}

/* What loading would find is found here, where a linker would: undefined names among it. */
static CUresult linked_check(CUlinkState state, Error *error)
{
    PtxModule *ptx = ptx_parse(strbuf_view(&state->linked), error);
    if (!ptx)
        return CUDA_ERROR_INVALID_PTX;
    EngineModule *module =
        engine_module_new(ptx, library()->memory, state->context->id, NULL, NULL, error);
    CUresult result = module                         ? CUDA_SUCCESS
                      : error->kind == ERROR_CONTENT ? CUDA_ERROR_INVALID_PTX
                                                     : CUDA_ERROR_OUT_OF_MEMORY;
    engine_module_free(module);
    ptx_free(ptx);
    return result;
}

static CUresult link_inputs(CUlinkState state, Error *error)
{
    PtxLinkInput *inputs = calloc(state->count + 1, sizeof *inputs);
    if (!inputs)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < state->count; i++)
        inputs[i] = (PtxLinkInput){state->inputs[i].ptx, state->inputs[i].name};
    StrBuf text = {0};
    unsigned limit = state->options.max_registers;
    bool linked = ptx_link(inputs, state->count, limit ? &text : &state->linked, error);
    if (linked && limit)
        linked = ptx_limit_registers(strbuf_view(&text), limit, &state->linked, error);
    strbuf_free(&text);
    free(inputs);
    return linked ? linked_check(state, error) : CUDA_ERROR_INVALID_PTX;
}

CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size)
{
    Error error = {0};
    CUresult result = enter_link(state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!cubin)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!state->linked.size)
        result = link_inputs(state, &error);
    jit_report(&state->options, result, &error);
    if (result == CUDA_SUCCESS) {
        *cubin = state->linked.data;
        if (size)
            *size = state->linked.size + 1; /* with the NUL that ends it */
    } else {
        strbuf_clear(&state->linked);
    }
    return api_leave(result);
}

CUresult cuLinkDestroy(CUlinkState state)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(state, HANDLE_LINK))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    handle_remove(state);
    inputs_free(state);
    strbuf_free(&state->linked);
    free(state);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLinkCreate(unsigned int count, CUjit_option *names, void **values, CUlinkState *out)
{
    return cuLinkCreate_v2(count, names, values, out);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int count, CUjit_option *names, void **values)
{
    return cuLinkAddData_v2(state, type, data, size, name, count, names, values);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *names, void **values)
{
    return cuLinkAddFile_v2(state, type, path, count, names, values);
}
