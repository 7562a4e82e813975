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
typedef unsigned int CUdeviceptr_v1;

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
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUuserObject_st *CUuserObject;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef uint64_t CUgraphConditionalHandle;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef struct CUasyncCallbackEntry_st *CUasyncCallbackHandle;
typedef struct CUlogsCallbackEntry_st *CUlogsCallbackHandle;
typedef unsigned int CUlogIterator;
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

typedef CUlaunchAttributeID CUkernelNodeAttrID;
typedef CUlaunchAttributeValue CUkernelNodeAttrValue;

/* What a texture or a surface reads: the member goes with the resource's type. */
typedef union CUresourceValue {
    struct {
        CUarray hArray;
    } array;
    struct {
        CUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
        CUdeviceptr devPtr;
        CUarray_format format;
        unsigned int numChannels;
        size_t sizeInBytes;
    } linear;
    struct {
        CUdeviceptr devPtr;
        CUarray_format format;
        unsigned int numChannels;
        size_t width, height, pitchInBytes;
    } pitch2D;
    struct {
        int reserved[32];
    } reserved;
} CUresourceValue;

typedef struct CUmemAllocationFlags {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
} CUmemAllocationFlags;

/* Waiting for a value in memory and writing one have the same layout. */
typedef struct CUstreamMemOpValue {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
        uint32_t value;
        uint64_t value64;
    };
    unsigned int flags;
    CUdeviceptr alias;
} CUstreamMemOpValue;
typedef union CUstreamBatchMemOpParams {
    CUstreamBatchMemOpType operation;
    CUstreamMemOpValue waitValue, writeValue;
    struct {
        CUstreamBatchMemOpType operation;
        unsigned int flags;
    } flushRemoteWrites, memoryBarrier;
    uint64_t pad[6];
} CUstreamBatchMemOpParams;

/* What a copy of a batch reads or writes: memory, or an array. */
typedef union CUmemcpy3DOperandValue {
    struct {
        CUdeviceptr ptr;
        size_t rowLength, layerHeight;
        struct {
            CUmemLocationType type;
            int id;
        } locHint;
    } ptr;
    struct {
        CUarray array;
        struct {
            size_t x, y, z;
        } offset;
    } array;
} CUmemcpy3DOperandValue;

typedef union CUasyncNotificationValue {
    struct {
        unsigned long long bytesOverBudget;
    } overBudget;
} CUasyncNotificationValue;

typedef struct CUtensorMap {
    _Alignas(128) uint64_t opaque[16];
} CUtensorMap;

typedef struct CUDA_ARRAY_SPARSE_PROPERTIES {
    struct {
        unsigned int width, height, depth;
    } tileExtent;
    unsigned int miptailFirstLevel;
    unsigned long long miptailSize;
    unsigned int flags;
    unsigned int reserved[4];
} CUDA_ARRAY_SPARSE_PROPERTIES;

#define CUDA_STRUCT(Type) typedef struct Type {
#define CUDA_FIELD(Type, type, name) type name;
#define CUDA_ARRAY(Type, type, name, count) type name[count];
#define CUDA_STRUCT_END(Type) \
    }                         \
    Type;
#include "cuda/structs.def"

/* Names that a header without versions gives to the first or second form. */
typedef CUDA_KERNEL_NODE_PARAMS_v2 CUDA_KERNEL_NODE_PARAMS;
typedef CUDA_MEMSET_NODE_PARAMS_v1 CUDA_MEMSET_NODE_PARAMS;
typedef CUDA_HOST_NODE_PARAMS_v1 CUDA_HOST_NODE_PARAMS;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_v1 CUDA_MEM_ALLOC_NODE_PARAMS;
typedef CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 CUDA_BATCH_MEM_OP_NODE_PARAMS;

/* A part of a device that can be set aside: multiprocessors. */
typedef struct CUdevResource {
    CUdevResourceType type;
    unsigned char _internal_padding[92];
    union {
        CUdevSmResource sm;
        unsigned char _oversize[48];
    };
} CUdevResource;

typedef void (*CUasyncCallback)(CUasyncNotificationInfo *info, void *user,
                                CUasyncCallbackHandle callback);
typedef void (*CUlogsCallback)(void *user, CUlogLevel level, char *message, size_t length);

/* A graph's node of any type. */
typedef struct CUgraphNodeParams {
    CUgraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        CUDA_KERNEL_NODE_PARAMS_v3 kernel;
        CUDA_MEMCPY_NODE_PARAMS memcpy;
        CUDA_MEMSET_NODE_PARAMS_v2 memset;
        CUDA_HOST_NODE_PARAMS_v2 host;
        CUDA_CHILD_GRAPH_NODE_PARAMS graph;
        CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
        CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
        CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
        CUDA_MEM_FREE_NODE_PARAMS free;
        CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 memOp;
        CUDA_CONDITIONAL_NODE_PARAMS conditional;
    };
    long long reserved2;
} CUgraphNodeParams;

#endif
