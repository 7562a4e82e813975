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
#include "sim/api/link_input.h"
#include "sim/api/program.h"
#include "sim/api/state.h"
#include "sim/engine/engine.h"

enum { LINK_INPUTS_MAX = 4096 };
static const size_t input_bytes_max = (size_t)1 << 30;

/* One input: a copy of what was added, and the PTX in it. */
typedef struct LinkInput {
    char *image, *name;
    View ptx;
    bool optional; /* a library's member: linked when something needs it */
} LinkInput;

struct CUlinkState_st {
    Context *context;
    JitOptions options;
    LinkInput *inputs;
    uint32_t count;
    StrBuf linked;
    CUresult failed; /* of an input: the link fails so too */
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
    jit_log_write(&state->options.error, "");
    jit_log_write(&state->options.info, "");
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
    result = program_target_check(ptx, error);
    ptx_free(ptx);
    return result;
}

/* The inputs for ptx_link(), those alone that `chosen` tells of; NULL: all that must be linked. */
static PtxLinkInput *inputs_list(CUlinkState state, const bool *chosen, size_t *count)
{
    PtxLinkInput *inputs = calloc(state->count + 1, sizeof *inputs);
    *count = 0;
    for (uint32_t i = 0; inputs && i < state->count; i++)
        if (chosen ? chosen[i] : !state->inputs[i].optional)
            inputs[(*count)++] = (PtxLinkInput){state->inputs[i].ptx, state->inputs[i].name};
    return inputs;
}

/* Names that are defined twice are told when the second definition comes, as the driver does. */
static CUresult input_meets(CUlinkState state, Error *error)
{
    size_t count;
    if (state->inputs[state->count - 1].optional)
        return CUDA_SUCCESS;
    PtxLinkInput *inputs = inputs_list(state, NULL, &count);
    if (!inputs)
        return CUDA_ERROR_OUT_OF_MEMORY;
    bool fine = ptx_link_check(inputs, count, error);
    free(inputs);
    return fine ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
}

/* A piece of what was added: see link_input.h. A library's member that is machine code alone is
 * left out; what it defines will be missed where it is used. */
static CUresult piece_add(void *link, const void *image, size_t size, const char *name,
                          bool optional, Error *error)
{
    CUlinkState state = link;
    if (state->count == LINK_INPUTS_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    LinkInput *grown = realloc(state->inputs, (state->count + 1) * sizeof *grown);
    if (!grown)
        return CUDA_ERROR_OUT_OF_MEMORY;
    state->inputs = grown;
    LinkInput *input = &grown[state->count];
    *input = (LinkInput){.image = calloc(1, size + 64), .name = strdup(name), .optional = optional};
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    if (input->image && input->name) {
        memcpy(input->image, image, size);
        result = input_check(input, error);
    }
    if (result == CUDA_SUCCESS) {
        state->count++;
        result = input_meets(state, error);
        if (result == CUDA_SUCCESS)
            return result;
        state->count--;
    }
    free(input->image);
    free(input->name);
    if (!optional || result != CUDA_ERROR_NO_BINARY_FOR_GPU)
        return result;
    *error = (Error){0};
    return CUDA_SUCCESS;
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
    if (result == CUDA_SUCCESS && state->failed == CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
        return api_leave(state->failed);
    if (result == CUDA_SUCCESS && type == CU_JIT_INPUT_NVVM) {
        error_set(&error, ERROR_CONTENT,
                  "there is no compiler for NVVM's intermediate code: ask for PTX");
        result = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    }
    if (is_device_runtime(type, name)) {
        data = (void *)(uintptr_t)ptx_device_runtime;
        size = strlen(ptx_device_runtime);
    }
    if (result == CUDA_SUCCESS)
        result =
            link_input_split(data, size, name && *name ? name : "input", state, piece_add, &error);
    if (result != CUDA_SUCCESS) {
        /* Of the linker itself; other inputs are left out. */
        if (result == CUDA_ERROR_UNKNOWN || result == CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
            state->failed = result;
        jit_report(&state->options, result, &error);
    }
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

/* The first input in which the name stands. */
static const char *input_naming(CUlinkState state, View name)
{
    for (uint32_t i = 0; i < state->count; i++) {
        View text = state->inputs[i].ptx;
        if (memmem(text.data, text.size, name.data, name.size))
            return state->inputs[i].name;
    }
    return "";
}

/* What loading would find is found here, where a linker would: undefined names among it. */
static CUresult linked_check(CUlinkState state, Error *error)
{
    PtxModule *ptx = ptx_parse(strbuf_view(&state->linked), error);
    if (!ptx)
        return CUDA_ERROR_INVALID_PTX;
    View name = engine_undefined_name(ptx);
    EngineModule *module = NULL;
    CUresult result = CUDA_ERROR_UNKNOWN;
    if (name.size) {
        error_set(error, ERROR_CONTENT, "Undefined reference to '%.*s' in '%s'", VIEW_ARG(name),
                  input_naming(state, name));
    } else {
        module = engine_module_new(ptx, library()->memory, state->context->id, NULL, NULL, error);
        result = module                         ? CUDA_SUCCESS
                 : error->kind == ERROR_CONTENT ? CUDA_ERROR_INVALID_PTX
                                                : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result == CUDA_SUCCESS)
        jit_report(&state->options, result, error);
    if (result == CUDA_SUCCESS)
        jit_say(&state->options, ptx, module);
    engine_module_free(module);
    ptx_free(ptx);
    return result;
}

/* The inputs and what libraries bring for them. NULL: no memory. */
static PtxLinkInput *inputs_choose(CUlinkState state, size_t *count)
{
    bool *flags = calloc(2 * (size_t)state->count + 1, sizeof *flags);
    bool *optional = flags, *chosen = flags ? flags + state->count : NULL;
    PtxLinkInput *all = calloc(state->count + 1, sizeof *all), *inputs = NULL;
    for (uint32_t i = 0; flags && all && i < state->count; i++) {
        all[i] = (PtxLinkInput){state->inputs[i].ptx, state->inputs[i].name};
        optional[i] = state->inputs[i].optional;
    }
    if (flags && all) {
        ptx_link_select(all, optional, state->count, chosen);
        inputs = inputs_list(state, chosen, count);
    }
    free(all);
    free(flags);
    return inputs;
}

static CUresult link_inputs(CUlinkState state, Error *error)
{
    size_t count;
    PtxLinkInput *inputs = inputs_choose(state, &count);
    if (!inputs)
        return CUDA_ERROR_OUT_OF_MEMORY;
    StrBuf text = {0};
    unsigned limit = state->options.max_registers;
    StrBuf *into = limit ? &text : &state->linked;
    if (!count) /* of nothing comes an empty module */
        strbuf_add_text(into, ".version 6.0\n.target sm_52\n.address_size 64\n");
    bool linked = !count || ptx_link(inputs, count, into, error);
    CUresult result = linked ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
    if (linked && limit && !ptx_limit_registers(strbuf_view(&text), limit, &state->linked, error))
        result = CUDA_ERROR_INVALID_PTX;
    strbuf_free(&text);
    free(inputs);
    return result == CUDA_SUCCESS ? linked_check(state, error) : result;
}

CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size)
{
    Error error = {0};
    CUresult result = enter_link(state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!cubin)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (state->linked.size) /* once is enough */
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = state->failed;
    if (result == CUDA_SUCCESS) {
        result = link_inputs(state, &error);
        if (result != CUDA_SUCCESS)
            jit_report(&state->options, result, &error);
    }
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
