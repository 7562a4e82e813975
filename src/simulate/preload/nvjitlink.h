/* nvJitLink's interface, in our own declarations: what the front needs of it. */
#ifndef CULAB_SIMULATE_NVJITLINK_H
#define CULAB_SIMULATE_NVJITLINK_H

#include <stddef.h>
#include <stdint.h>

typedef struct JitLink *nvJitLinkHandle;

typedef enum nvJitLinkResult {
    NVJITLINK_SUCCESS = 0,
    NVJITLINK_ERROR_INVALID_INPUT = 3,
    NVJITLINK_ERROR_PTX_COMPILE = 4,
    NVJITLINK_ERROR_INTERNAL = 6,
    NVJITLINK_ERROR_UNRECOGNIZED_INPUT = 8,
} nvJitLinkResult;

typedef enum nvJitLinkInputType {
    NVJITLINK_INPUT_CUBIN = 1,
    NVJITLINK_INPUT_PTX,
    NVJITLINK_INPUT_LTOIR,
    NVJITLINK_INPUT_FATBIN,
    NVJITLINK_INPUT_OBJECT,
    NVJITLINK_INPUT_LIBRARY,
} nvJitLinkInputType;

/* NVJITLINK_FUNCTION(name, parameters): those with a front. All return nvJitLinkResult. */
#define NVJITLINK_FUNCTIONS(NVJITLINK_FUNCTION)                                                   \
    NVJITLINK_FUNCTION(nvJitLinkCreate, (nvJitLinkHandle *, uint32_t, const char **))             \
    NVJITLINK_FUNCTION(nvJitLinkDestroy, (nvJitLinkHandle *))                                     \
    NVJITLINK_FUNCTION(nvJitLinkAddData,                                                          \
                       (nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *)) \
    NVJITLINK_FUNCTION(nvJitLinkAddFile, (nvJitLinkHandle, nvJitLinkInputType, const char *))     \
    NVJITLINK_FUNCTION(nvJitLinkComplete, (nvJitLinkHandle))                                      \
    NVJITLINK_FUNCTION(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle, size_t *))                  \
    NVJITLINK_FUNCTION(nvJitLinkGetLinkedCubin, (nvJitLinkHandle, void *))                        \
    NVJITLINK_FUNCTION(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle, size_t *))                    \
    NVJITLINK_FUNCTION(nvJitLinkGetLinkedPtx, (nvJitLinkHandle, char *))                          \
    NVJITLINK_FUNCTION(nvJitLinkGetErrorLogSize, (nvJitLinkHandle, size_t *))                     \
    NVJITLINK_FUNCTION(nvJitLinkGetErrorLog, (nvJitLinkHandle, char *))                           \
    NVJITLINK_FUNCTION(nvJitLinkGetInfoLogSize, (nvJitLinkHandle, size_t *))                      \
    NVJITLINK_FUNCTION(nvJitLinkGetInfoLog, (nvJitLinkHandle, char *))

#endif
