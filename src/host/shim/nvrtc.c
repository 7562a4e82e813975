/* NVRTC, handed on to the real library. Its calls are not of the Driver API: they are not recorded.
 */
#include <dlfcn.h>

#include "host/shim/shim.h"

/* The real function, looked up at each call: compiling takes longer. */
static void *real_find(const char *name)
{
    return shim()->nvrtc ? dlsym(shim()->nvrtc, name) : NULL;
}

#define EXPORT(name, parameters, arguments)                                          \
    SHIM_EXPORT nvrtcResult name parameters                                          \
    {                                                                                \
        nvrtcResult(*real) parameters = (nvrtcResult(*) parameters)real_find(#name); \
        return real ? real arguments : NVRTC_ERROR_INTERNAL_ERROR;                   \
    }

EXPORT(nvrtcVersion, (int *a, int *b), (a, b))
EXPORT(nvrtcCreateProgram,
       (nvrtcProgram * a, const char *b, const char *c, int d, const char *const *e,
        const char *const *f),
       (a, b, c, d, e, f))
EXPORT(nvrtcDestroyProgram, (nvrtcProgram * a), (a))
EXPORT(nvrtcCompileProgram, (nvrtcProgram a, int b, const char *const *c), (a, b, c))
EXPORT(nvrtcGetPTXSize, (nvrtcProgram a, size_t *b), (a, b))
EXPORT(nvrtcGetPTX, (nvrtcProgram a, char *b), (a, b))
EXPORT(nvrtcGetCUBINSize, (nvrtcProgram a, size_t *b), (a, b))
EXPORT(nvrtcGetCUBIN, (nvrtcProgram a, char *b), (a, b))
EXPORT(nvrtcGetProgramLogSize, (nvrtcProgram a, size_t *b), (a, b))
EXPORT(nvrtcGetProgramLog, (nvrtcProgram a, char *b), (a, b))
EXPORT(nvrtcAddNameExpression, (nvrtcProgram a, const char *b), (a, b))
EXPORT(nvrtcGetLoweredName, (nvrtcProgram a, const char *b, const char **c), (a, b, c))
EXPORT(nvrtcGetNumSupportedArchs, (int *a), (a))
EXPORT(nvrtcGetSupportedArchs, (int *a), (a))

SHIM_EXPORT const char *nvrtcGetErrorString(nvrtcResult result)
{
    const char *(*real)(nvrtcResult) =
        (const char *(*)(nvrtcResult))real_find("nvrtcGetErrorString");
    return real ? real(result) : "NVRTC is not there";
}
