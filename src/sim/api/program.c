/* A parsed PTX text: checked against the device, parsed, counted. */
#include "sim/api/program.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/image.h"

enum { PTX_MAJOR_NEWEST = 9 }; /* minor versions add words, which the parser knows or names */

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
    return CUDA_SUCCESS;
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
