/* Types of the CUDA Driver API and NVRTC as their ABI fixes them, in our own declarations.
 *
 * Names and layouts are those of CUDA 13.0; what older versions (from 11.2) lack is only added
 * there at ends. tests/abi compares all of it with NVIDIA's headers where a toolkit is installed.
 */
#ifndef CULAB_CUDA_TYPES_H
#define CULAB_CUDA_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;

typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUkern_st *CUkernel;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct _nvrtcProgram *nvrtcProgram;

typedef enum CUresult {
#define CUDA_RESULT(NAME, value, text) NAME = value,
#include "cuda/errors.def"
} CUresult;

typedef enum nvrtcResult {
#define NVRTC_RESULT(NAME, value, text) NAME = value,
#include "cuda/nvrtc_errors.def"
} nvrtcResult;

#define CUDA_ENUM(Type) typedef enum Type {
#define CUDA_CONSTANT(NAME, value) NAME = value,
#define CUDA_ENUM_END(Type) \
    }                       \
    Type;
#include "cuda/constants.def"

enum {
#define CUDA_DEFINE(NAME, value) NAME = value,
#include "cuda/defines.def"
};

/* The stream handles that stand for the two default streams. */
#define CU_STREAM_LEGACY ((CUstream)1)
#define CU_STREAM_PER_THREAD ((CUstream)2)
/* Keys of cuLaunchKernel's `extra`. */
#define CU_LAUNCH_PARAM_END ((void *)CU_LAUNCH_PARAM_END_AS_INT)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT)

typedef void (*CUhostFn)(void *user);
typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *user);
typedef size_t (*CUoccupancyB2DSize)(int block_size);

/* 64 bytes; only the members that are used here are named. */
typedef union CUlaunchAttributeValue {
    char pad[64];
    int cooperative;
    int priority;
    int programmaticStreamSerializationAllowed;
    unsigned int sharedMemCarveout;
    struct {
        unsigned int x, y, z;
    } clusterDim;
} CUlaunchAttributeValue;
typedef CUlaunchAttributeID CUstreamAttrID;
typedef CUlaunchAttributeValue CUstreamAttrValue;

typedef struct CUctxCigParam CUctxCigParam; /* for graphics contexts: not used here */
typedef union CUexecAffinityValue {
    struct {
        unsigned int val;
    } smCount;
} CUexecAffinityValue;

#define CUDA_STRUCT(Type) typedef struct Type {
#define CUDA_FIELD(Type, type, name) type name;
#define CUDA_ARRAY(Type, type, name, count) type name[count];
#define CUDA_STRUCT_END(Type) \
    }                         \
    Type;
#include "cuda/structs.def"

#endif
