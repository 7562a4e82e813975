/* Prints what the ABI consists of: constants, sizes, offsets; compiled with our declarations or,
 * with REAL_HEADERS, with NVIDIA's, where the prototypes are compared by the compiler. */
#ifdef REAL_HEADERS
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <cudaProfiler.h>
#include <nvrtc.h>
#include <stddef.h>
#include <stdint.h>
#define CULAB_CUDA_TYPES_H
typedef __typeof__(((CUexecAffinityParam *)0)->param) CUexecAffinityValue;
typedef __typeof__(((CUDA_RESOURCE_DESC *)0)->res) CUresourceValue;
typedef __typeof__(((CUmemAllocationProp *)0)->allocFlags) CUmemAllocationFlags;
typedef __typeof__(((CUmemcpy3DOperand *)0)->op) CUmemcpy3DOperandValue;
typedef __typeof__(((CUasyncNotificationInfo *)0)->info) CUasyncNotificationValue;
#else
#include "cuda/types.h"
#endif
#include <stdio.h>

#ifdef REAL_HEADERS
/* Pointers to structures that the header names otherwise are still the same type here. */
#define CUDA_SYMBOL(symbol, parameters)                                                   \
    _Static_assert(__builtin_types_compatible_p(__typeof__(symbol), CUresult parameters), \
                   "prototype of " #symbol);
#include "cuda/driver.def"
#define NVRTC_FUNCTION(NEED, return_type, name, parameters)                                \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), return_type parameters), \
                   "prototype of " #name);
#include "cuda/nvrtc.def"
#endif

static void constants_print(void)
{
#define CUDA_RESULT(NAME, value, text) printf(#NAME " %lld\n", (long long)NAME);
#include "cuda/errors.def"
#define NVRTC_RESULT(NAME, value, text) printf(#NAME " %lld\n", (long long)NAME);
#include "cuda/nvrtc_errors.def"
#define CUDA_DEFINE(NAME, value) printf(#NAME " %lld\n", (long long)NAME);
#include "cuda/defines.def"
#define CUDA_ENUM(Type) printf(#Type " size %zu\n", sizeof(Type));
#define CUDA_CONSTANT(NAME, value) printf(#NAME " %lld\n", (long long)NAME);
#include "cuda/constants.def"
    printf("CU_STREAM_LEGACY %p\n", (void *)CU_STREAM_LEGACY);
    printf("CU_STREAM_PER_THREAD %p\n", (void *)CU_STREAM_PER_THREAD);
}

static void structs_print(void)
{
#define CUDA_STRUCT(Type) printf(#Type " size %zu\n", sizeof(Type));
#define CUDA_FIELD(Type, type, name)                                       \
    printf(#Type "." #name " offset %zu size %zu\n", offsetof(Type, name), \
           sizeof(((Type *)0)->name));
#define CUDA_ARRAY(Type, type, name, count) CUDA_FIELD(Type, type, name)
#include "cuda/structs.def"
    printf("CUlaunchAttributeValue size %zu\n", sizeof(CUlaunchAttributeValue));
    printf("CUstreamBatchMemOpParams size %zu, value at %zu, flags at %zu\n",
           sizeof(CUstreamBatchMemOpParams), offsetof(CUstreamBatchMemOpParams, waitValue.value64),
           offsetof(CUstreamBatchMemOpParams, writeValue.flags));
    printf("CUgraphNodeParams size %zu, kernel at %zu\n", sizeof(CUgraphNodeParams),
           offsetof(CUgraphNodeParams, kernel.kernelParams));
    printf("CUresourceValue size %zu, pitch at %zu\n", sizeof(CUresourceValue),
           offsetof(CUresourceValue, pitch2D.pitchInBytes));
    printf("CUmemcpy3DOperandValue size %zu, layer at %zu, hint at %zu, offset at %zu\n",
           sizeof(CUmemcpy3DOperandValue), offsetof(CUmemcpy3DOperandValue, ptr.layerHeight),
           offsetof(CUmemcpy3DOperandValue, ptr.locHint),
           offsetof(CUmemcpy3DOperandValue, array.offset));
    printf("CUdevResource size %zu, sm at %zu\n", sizeof(CUdevResource),
           offsetof(CUdevResource, sm.smCount));
    printf("CUtensorMap size %zu\n", sizeof(CUtensorMap));
    printf("CUDA_ARRAY_SPARSE_PROPERTIES size %zu, tail at %zu\n",
           sizeof(CUDA_ARRAY_SPARSE_PROPERTIES),
           offsetof(CUDA_ARRAY_SPARSE_PROPERTIES, miptailSize));
    printf("CUexecAffinityValue size %zu\n", sizeof(CUexecAffinityValue));
    printf("CUdevice size %zu, CUdeviceptr size %zu\n", sizeof(CUdevice), sizeof(CUdeviceptr));
}

int main(void)
{
    constants_print();
    structs_print();
    return 0;
}
