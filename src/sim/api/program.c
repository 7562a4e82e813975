/* A parsed PTX text: checked against the device, parsed, counted. */
#include "sim/api/program.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/image.h"

enum { PTX_MAJOR_NEWEST = 9 }; /* minor versions add words, which the parser knows or names */

/* PTX ISA, "Release Notes": the version in which each target came. */
static const struct Came {
    uint32_t sm, version; /* version: 78 for 7.8 */
} came[] = {{20, 20},  {30, 30},  {32, 40},  {35, 31},  {37, 41}, {50, 40}, {52, 41},
            {53, 42},  {60, 50},  {61, 50},  {62, 50},  {70, 60}, {72, 61}, {75, 63},
            {80, 70},  {86, 71},  {87, 74},  {88, 90},  {89, 78}, {90, 78}, {100, 86},
            {101, 86}, {103, 88}, {110, 90}, {120, 87}, {121, 88}};

enum {
    PARAMETERS_PLAIN = 4352, /* bytes that a kernel may take on every device */
    PARAMETERS_SM = 70,      /* from which on, and in which version, it may take more */
    PARAMETERS_VERSION = 81,
    CONSTANT_BYTES = 65536,
};

static uint32_t version_of(const PtxModule *ptx)
{
    return ptx->version_major * 10 + ptx->version_minor;
}

static bool target_is_known(const PtxModule *ptx, Error *error)
{
    for (size_t i = 0; i < sizeof came / sizeof came[0]; i++)
        if (came[i].sm == ptx->target_sm && version_of(ptx) < came[i].version)
            return error_set(error, ERROR_CONTENT, "PTX version %u.%u has no target %.*s",
                             ptx->version_major, ptx->version_minor, VIEW_ARG(ptx->target));
    return true;
}

static bool parameters_fit(const PtxModule *ptx, Error *error)
{
    bool more = ptx->target_sm >= PARAMETERS_SM && version_of(ptx) >= PARAMETERS_VERSION;
    for (uint32_t i = 0; i < ptx->function_count && !more; i++) {
        const PtxFunction *function = ptx->functions[i];
        if (function->is_entry && function->param_size > PARAMETERS_PLAIN)
            return error_set(error, ERROR_CONTENT,
                             "kernel '%.*s' takes more than %d bytes of parameters, which needs "
                             "sm_%d and PTX version 8.1",
                             VIEW_ARG(function->name), PARAMETERS_PLAIN, PARAMETERS_SM);
    }
    return true;
}

static bool constants_fit(const PtxModule *ptx, Error *error)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (ptx->symbols[i]->space == PTX_SPACE_CONST)
            bytes += ptx->symbols[i]->size;
    return bytes <= CONSTANT_BYTES ||
           error_set(error, ERROR_CONTENT, "the module has %llu bytes of constants; %d is the most",
                     (unsigned long long)bytes, CONSTANT_BYTES);
}

CUresult program_target_check(const PtxModule *ptx, Error *error)
{
    int capability = library()->profile->major * 10 + library()->profile->minor;
    if (ptx->version_major > PTX_MAJOR_NEWEST) {
        error_set(error, ERROR_CONTENT, "PTX version %u.%u is newer than %d.x, the newest known",
                  ptx->version_major, ptx->version_minor, PTX_MAJOR_NEWEST);
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    }
    if ((int)ptx->target_sm > capability) {
        error_set(error, ERROR_CONTENT,
                  "the PTX is for %.*s, but the simulated device is of compute capability %d.%d: "
                  "compile for an older target, or choose another device with CULAB_PROFILE",
                  VIEW_ARG(ptx->target), capability / 10, capability % 10);
        return CUDA_ERROR_INVALID_PTX;
    }
    bool fine =
        target_is_known(ptx, error) && parameters_fit(ptx, error) && constants_fit(ptx, error);
    return fine ? CUDA_SUCCESS : CUDA_ERROR_INVALID_PTX;
}

/* ".version 99.0" is told as such even if the rest cannot be parsed. */
static CUresult parse_failure(View text)
{
    const char *at = memmem(text.data, text.size, ".version", 8);
    View rest = at ? (View){at + 8, text.size - (size_t)(at + 8 - text.data)} : VIEW("");
    View number = view_trim(view_slice(rest, 0, view_find(rest, '\n')));
    double version;
    if (view_to_f64(number, &version) && version >= PTX_MAJOR_NEWEST + 1)
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    return CUDA_ERROR_INVALID_PTX;
}

static CUresult text_load(View text, Program **program, Error *error)
{
    PtxModule *ptx = ptx_parse(text, error);
    if (!ptx)
        return parse_failure(text);
    CUresult result = program_target_check(ptx, error);
    Program *made = result == CUDA_SUCCESS ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        ptx_free(ptx);
        return result == CUDA_SUCCESS ? CUDA_ERROR_OUT_OF_MEMORY : result;
    }
    *made = (Program){.holders = 1, .ptx = ptx};
    *program = made;
    return CUDA_SUCCESS;
}

CUresult program_load(const void *image, Program **program, Error *error)
{
    const SimProfile *profile = library()->profile;
    int capability = profile->major * 10 + profile->minor;
    char *unpacked;
    View text;
    CUresult result = image_find_ptx(image, capability, &text, &unpacked, error);
    if (result == CUDA_SUCCESS)
        result = text_load(text, program, error);
    free(unpacked); /* the parser keeps a copy */
    return result;
}

Program *program_hold(Program *program)
{
    program->holders++;
    return program;
}

static void program_free(Program *program)
{
    ptx_free(program->ptx);
    free(program);
}

void program_release(Program *program)
{
    if (--program->holders)
        return;
    if (library()->observers) {
        program->next = library()->kept;
        library()->kept = program;
    } else {
        program_free(program);
    }
}

void programs_forget(void)
{
    while (library()->kept) {
        Program *program = library()->kept;
        library()->kept = program->next;
        program_free(program);
    }
}
