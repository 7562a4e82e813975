/* Calls that are wrong, and what the driver answers: "call = RESULT" lines for any libcuda.
 *
 *   misuse LIBCUDA
 *
 * Every section runs in a process of its own, so that a fault in one spares the others. Left out is
 * what NVIDIA's driver answers by crashing. The lines recorded on a GPU are in misuse.txt beside
 * this file. */
#include "recorder.h"

static void before_init(void)
{
    int number;
    CUcontext current;
    CUmodule loaded;
    SAY(cuDriverGetVersion(&number));
    SAY(cuDriverGetVersion(NULL));
    SAY(cuDeviceGetCount(&number));
    SAY(cuDeviceGet(&device, 0));
    SAY(cuCtxGetCurrent(&current));
    SAY(cuCtxSetCurrent(NULL));
    SAY(cuCtxSynchronize());
    SAY(cuMemAlloc_v2(&memory, 16));
    SAY(cuModuleLoadData(&loaded, kernels_ptx));
    SAY(cuInit(1));
    SAY(cuInit(0));
    SAY(cuInit(0));
}

static void without_context(void)
{
    size_t size;
    CUcontext current;
    CUmodule loaded;
    SAY(cuInit(0));
    SAY(cuCtxGetCurrent(&current));
    SAY(cuCtxGetDevice(&device));
    SAY(cuCtxSynchronize());
    SAY(cuCtxPopCurrent_v2(&current));
    SAY(cuCtxPushCurrent_v2(NULL));
    SAY(cuCtxSetCurrent(NULL));
    SAY(cuCtxGetApiVersion(NULL, NULL));
    SAY(cuMemAlloc_v2(&memory, 16));
    SAY(cuMemFree_v2(0));
    SAY(cuMemGetInfo_v2(&size, &size));
    SAY(cuStreamCreate(&stream, 0));
    SAY(cuEventCreate(&event, 0));
    SAY(cuModuleLoadData(&loaded, kernels_ptx));
    SAY(cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuDevicePrimaryCtxReset_v2(0));
    SAY(cuDevicePrimaryCtxRetain(NULL, 0));
    SAY(cuDevicePrimaryCtxRetain(&context, 99));
    SAY(cuProfilerStart());
    SAY(cuProfilerStop());
}

static void devices(void)
{
    int number;
    char name[64];
    size_t size;
    CUuuid uuid;
    begin();
    SAY(cuDeviceGetCount(NULL));
    SAY(cuDeviceGet(NULL, 0));
    SAY(cuDeviceGet(&device, -1));
    SAY(cuDeviceGet(&device, 1000));
    SAY(cuDeviceGetName(NULL, 10, 0));
    SAY(cuDeviceGetName(name, 1, 0));
    SAY(cuDeviceGetName(name, 64, 1000));
    SAY(cuDeviceTotalMem_v2(NULL, 0));
    SAY(cuDeviceTotalMem_v2(&size, 1000));
    SAY(cuDeviceGetUuid_v2(NULL, 0));
    SAY(cuDeviceGetUuid_v2(&uuid, 1000));
    SAY(cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    SAY(cuDeviceGetAttribute(&number, 0, 0));
    SAY(cuDeviceGetAttribute(&number, 100000, 0));
    SAY(cuDeviceGetAttribute(&number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1000));
    SAY(cuDeviceComputeCapability(NULL, &number, 0));
    SAY(cuDeviceGetPCIBusId(name, 2, 0));
    SAY(cuDeviceGetByPCIBusId(&device, "zz"));
    SAY(cuDeviceCanAccessPeer(&number, 0, 0));
    SAY(cuCtxEnablePeerAccess(context, 0));
    SAY(cuCtxEnablePeerAccess(NULL, 0));
    SAY(cuCtxEnablePeerAccess(context, 1));
    SAY(cuCtxDisablePeerAccess(context));
}

static void contexts(void)
{
    unsigned number;
    size_t size;
    unsigned long long id;
    CUcontext made, popped;
    begin();
    SAY(cuCtxCreate_v2(NULL, 0, 0));
    SAY(cuCtxCreate_v2(&made, 0, 1000));
    SAY(cuCtxCreate_v2(&made, 0x1000, 0));
    SAY(cuCtxCreate_v2(&made, 3, 0));
    SAY(cuCtxCreate_v2(&made, 0, 0));
    SAY(cuCtxGetCurrent(NULL));
    SAY(cuCtxGetDevice(NULL));
    SAY(cuCtxPopCurrent_v2(NULL));
    SAY(cuCtxPopCurrent_v2(&popped));
    SAY(cuCtxPopCurrent_v2(&popped));
    SAY(cuCtxPushCurrent_v2(made));
    SAY(cuCtxSetLimit(100, 1));
    SAY(cuCtxGetLimit(&size, 100));
    SAY(cuCtxGetLimit(NULL, 0));
    SAY(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1 << 30));
    SAY(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    SAY(cuCtxSetCacheConfig(17));
    SAY(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    SAY(cuCtxSetSharedMemConfig(9));
    SAY(cuCtxGetApiVersion(made, NULL));
    SAY(cuCtxGetApiVersion(NULL, &number));
    SAY(cuCtxGetId(made, NULL));
    SAY(cuCtxGetId(NULL, &id));
    SAY(cuCtxGetFlags(NULL));
    SAY(cuMemcpyHtoD_v2(memory, "abcd", 4));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    SAY(cuEventRecord(event, NULL));
    SAY(cuStreamSynchronize(stream));
    SAY(cuMemFree_v2(memory));
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxSynchronize());
    SAY(cuCtxGetCurrent(&popped));
    SAY(cuCtxDestroy_v2(NULL));
    SAY(cuCtxSetCurrent(context));
    SAY(cuCtxSynchronize());
    SAY(cuCtxDestroy_v2(context));
    SAY(cuDevicePrimaryCtxSetFlags_v2(0, 0x1000));
    SAY(cuDevicePrimaryCtxSetFlags_v2(0, CU_CTX_SCHED_SPIN));
    SAY(cuDevicePrimaryCtxGetState(0, NULL, NULL));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuCtxSynchronize());
    SAY(cuMemAlloc_v2(&memory, 4));
}

static void modules(void)
{
    size_t size;
    CUdeviceptr address;
    CUmodule loaded;
    CUfunction found;
    CUlibrary library;
    CUkernel kernel;
    unsigned count;
    const char *name;
    begin();
    SAY(cuModuleLoadData(NULL, kernels_ptx));
    SAY(cuModuleLoadData(&loaded, NULL));
    SAY(cuModuleLoadData(&loaded, "this is not PTX"));
    SAY(cuModuleLoadData(&loaded, ""));
    SAY(cuModuleLoadData(&loaded, ".version 6.0\n.target sm_52\n.address_size 64\n"));
    SAY(cuModuleLoadData(&loaded,
                         ".version 6.0\n.target sm_52\n.address_size 64\n.entry k(){ bad; }\n"));
    SAY(cuModuleLoadData(&loaded, ".version 99.0\n.target sm_52\n.address_size 64\n"));
    SAY(cuModuleLoadData(&loaded, ".version 8.0\n.target sm_999\n.address_size 64\n"));
    SAY(cuModuleLoadData(&loaded, ".version 8.7\n.target sm_120\n.address_size 64\n"));
    SAY(cuModuleLoad(&loaded, "/nowhere/file.ptx"));
    SAY(cuModuleLoad(&loaded, NULL));
    SAY(cuModuleLoadDataEx(&loaded, kernels_ptx, 0, NULL, NULL));
    SAY(cuModuleGetFunction(NULL, module, "scale"));
    SAY(cuModuleGetFunction(&found, module, NULL));
    SAY(cuModuleGetFunction(&found, module, "absent"));
    SAY(cuModuleGetFunction(&found, NULL, "scale"));
    SAY(cuModuleGetFunction(&found, module, "counter"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "counter"));
    SAY(cuModuleGetGlobal_v2(&address, NULL, module, "table"));
    SAY(cuModuleGetGlobal_v2(NULL, &size, module, "counter"));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, module, "counter"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "absent"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "scale"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, NULL));
    SAY(cuModuleGetFunctionCount(NULL, module));
    SAY(cuModuleUnload(NULL));
    SAY(cuLibraryLoadData(&library, "nonsense", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryGetKernel(&kernel, library, "absent"));
    SAY(cuLibraryGetKernel(&kernel, library, "scale"));
    SAY(cuLibraryGetKernelCount(&count, library));
    SAY(cuLibraryGetGlobal(&address, &size, library, "absent"));
    SAY(cuLibraryGetManaged(&address, &size, library, "counter"));
    SAY(cuKernelGetFunction(&found, kernel));
    SAY(cuKernelGetName(&name, kernel));
    SAY(cuKernelGetFunction(NULL, kernel));
    SAY(cuLibraryUnload(library));
    SAY(cuLibraryUnload(NULL));
    SAY(cuModuleUnload(module));
}

static void functions(void)
{
    int number;
    size_t offset, size;
    const char *name;
    CUmodule owner;
    begin();
    SAY(cuFuncGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, scale));
    SAY(cuFuncGetAttribute(&number, 100, scale));
    SAY(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_NUM_REGS, 8));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 24));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1));
    SAY(cuFuncSetAttribute(scale, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -2));
    SAY(cuFuncSetCacheConfig(scale, 77));
    SAY(cuFuncSetCacheConfig(NULL, 0));
    SAY(cuFuncSetSharedMemConfig(scale, 5));
    SAY(cuFuncGetName(&name, NULL));
    SAY(cuFuncGetName(NULL, scale));
    SAY(cuFuncGetModule(&owner, NULL));
    SAY(cuFuncGetModule(NULL, scale));
    SAY(cuFuncGetParamInfo(scale, 0, &offset, &size));
    SAY(cuFuncGetParamInfo(scale, 2, &offset, NULL));
    SAY(cuFuncGetParamInfo(scale, 3, &offset, &size));
    SAY(cuFuncGetParamInfo(scale, 0, NULL, &size));
    SAY(cuFuncGetParamInfo(nothing, 0, &offset, &size));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, scale, 128, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, NULL, 128, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, scale, 0, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, scale, -5, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, scale, 100000, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, scale, 128, 1 << 30));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, scale, 128, 0, 8));
    SAY(cuOccupancyMaxPotentialBlockSize(NULL, &number, scale, NULL, 0, 0));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, scale, 1, 128));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, scale, 0, 128));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, scale, 1000, 128));
}

static void allocations(void)
{
    size_t size;
    void *host;
    char plain[64];
    unsigned flags;
    int number;
    CUdeviceptr address;
    CUcontext owner;
    begin();
    SAY(cuMemAlloc_v2(NULL, 16));
    SAY(cuMemAlloc_v2(&address, 0));
    SAY(cuMemAlloc_v2(&address, (size_t)1 << 60));
    SAY(cuMemAlloc_v2(&address, 1));
    SAY(cuMemFree_v2(0));
    SAY(cuMemFree_v2(address + 4));
    SAY(cuMemFree_v2(address));
    SAY(cuMemFree_v2(address));
    SAY(cuMemFree_v2(0x1234));
    SAY(cuMemGetAddressRange_v2(&address, &size, memory + 5));
    SAY(cuMemGetAddressRange_v2(NULL, NULL, memory));
    SAY(cuMemGetAddressRange_v2(&address, &size, 0x1234));
    SAY(cuMemGetInfo_v2(NULL, &size));
    SAY(cuMemAllocPitch_v2(&address, &size, 100, 10, 3));
    SAY(cuMemAllocPitch_v2(&address, &size, 0, 10, 4));
    SAY(cuMemAllocPitch_v2(&address, &size, 100, 0, 4));
    SAY(cuMemAllocPitch_v2(&address, &size, 100, 10, 4));
    SAY(cuMemAllocHost_v2(NULL, 16));
    SAY(cuMemAllocHost_v2(&host, 0));
    SAY(cuMemHostAlloc(&host, 64, 0x80));
    SAY(cuMemHostAlloc(&host, 64, 0));
    SAY(cuMemHostGetDevicePointer_v2(&address, host, 0));
    SAY(cuMemHostGetDevicePointer_v2(&address, host, 1));
    SAY(cuMemHostGetDevicePointer_v2(&address, plain, 0));
    SAY(cuMemHostGetFlags(&flags, host));
    SAY(cuMemHostGetFlags(&flags, plain));
    SAY(cuMemFreeHost(NULL));
    SAY(cuMemFreeHost(plain));
    SAY(cuMemFreeHost((char *)host + 1));
    SAY(cuMemFree_v2((CUdeviceptr)host));
    SAY(cuMemFreeHost(host));
    SAY(cuMemFreeHost(host));
    SAY(cuMemHostRegister_v2(NULL, 64, 0));
    SAY(cuMemHostRegister_v2(plain, 0, 0));
    SAY(cuMemHostRegister_v2(plain, 64, 0x100));
    SAY(cuMemHostRegister_v2(plain, 64, 0));
    SAY(cuMemHostRegister_v2(plain, 64, 0));
    SAY(cuMemHostUnregister(plain));
    SAY(cuMemHostUnregister(plain));
    SAY(cuMemHostUnregister(NULL));
    SAY(cuMemAllocManaged(&address, 64, 0));
    SAY(cuMemAllocManaged(&address, 64, CU_MEM_ATTACH_GLOBAL));
    SAY(cuMemAllocManaged(&address, 0, CU_MEM_ATTACH_GLOBAL));
    SAY(cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0x1234));
    SAY(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    SAY(cuPointerGetAttribute(&flags, 1000, memory));
    SAY(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    SAY(cuMemFree_v2(memory));
    SAY(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuMemAllocAsync(&address, 0, stream));
    SAY(cuMemAllocAsync(&address, 64, stream));
    SAY(cuMemFreeAsync(address, stream));
    SAY(cuMemFreeAsync(0x1234, stream));
    SAY(cuMemFreeAsync(0, stream));
    SAY(cuStreamSynchronize(stream));
}

static void copies(void)
{
    char host[8192] = {0};
    CUDA_MEMCPY2D flat = {0};
    CUDA_MEMCPY3D deep = {0};
    begin();
    SAY(cuMemcpyHtoD_v2(memory, NULL, 4));
    SAY(cuMemcpyHtoD_v2(memory, host, 0));
    SAY(cuMemcpyHtoD_v2(0, host, 0));
    SAY(cuMemcpyHtoD_v2(0, host, 4));
    SAY(cuMemcpyHtoD_v2(memory, host, 4096));
    SAY(cuMemcpyHtoD_v2(memory + 4000, host, 96));
    SAY(cuMemcpyDtoH_v2(host, memory, 4096));
    SAY(cuMemcpyDtoH_v2(NULL, memory, 4));
    SAY(cuMemcpyDtoH_v2(host, 0x1234, 4));
    SAY(cuMemcpyDtoD_v2(memory, memory + 2048, 2048));
    SAY(cuMemcpyDtoD_v2(memory, 0x1234, 16));
    SAY(cuMemcpyDtoD_v2(0, memory, 16));
    SAY(cuMemcpy(memory, (CUdeviceptr)host, 16));
    SAY(cuMemcpy((CUdeviceptr)host, memory, 16));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, (CUstream)0x1));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, (CUstream)0x2));
    SAY(cuMemsetD8_v2(memory, 1, 4096));
    SAY(cuMemsetD8_v2(memory, 1, 0));
    SAY(cuMemsetD8_v2(0, 1, 4));
    SAY(cuMemsetD8_v2(0x1234, 1, 4));
    SAY(cuMemsetD16_v2(memory + 1, 1, 4));
    SAY(cuMemsetD16_v2(memory + 2, 1, 4));
    SAY(cuMemsetD32_v2(memory + 2, 1, 4));
    SAY(cuMemsetD32_v2(memory + 4, 1, 4));
    SAY(cuMemsetD8_v2(memory, 1, 1 << 26));
    SAY(cuMemsetD2D8_v2(memory, 64, 1, 32, 4));
    SAY(cuMemsetD2D8_v2(memory, 16, 1, 32, 4));
    SAY(cuMemsetD2D32_v2(memory, 62, 1, 8, 4));
    SAY(cuMemcpy2D_v2(NULL));
    SAY(cuMemcpy2D_v2(&flat));
    flat.srcMemoryType = CU_MEMORYTYPE_HOST;
    flat.srcHost = host;
    flat.srcPitch = 64;
    flat.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    flat.dstDevice = memory;
    flat.dstPitch = 32;
    flat.WidthInBytes = 32;
    flat.Height = 4;
    say("2D host to device", cu.cuMemcpy2D_v2(&flat));
    flat.WidthInBytes = 48;
    say("2D with a row wider than the pitch", cu.cuMemcpy2D_v2(&flat));
    flat.WidthInBytes = 0;
    say("2D of no bytes", cu.cuMemcpy2D_v2(&flat));
    flat.WidthInBytes = 32;
    flat.dstPitch = 0;
    say("2D with pitch 0", cu.cuMemcpy2D_v2(&flat));
    flat.Height = 1;
    say("2D with pitch 0 and one row", cu.cuMemcpy2D_v2(&flat));
    flat.dstPitch = 32;
    flat.dstMemoryType = 99;
    say("2D of no memory type", cu.cuMemcpy2D_v2(&flat));
    deep.srcMemoryType = CU_MEMORYTYPE_HOST;
    deep.srcHost = host;
    deep.srcPitch = 16;
    deep.srcHeight = 4;
    deep.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    deep.dstDevice = memory;
    deep.dstPitch = 16;
    deep.dstHeight = 4;
    deep.WidthInBytes = 16;
    deep.Height = 4;
    deep.Depth = 4;
    say("3D host to device", cu.cuMemcpy3D_v2(&deep));
    deep.dstHeight = 2;
    say("3D with more rows than a slice has", cu.cuMemcpy3D_v2(&deep));
    deep.dstHeight = 4;
    deep.Depth = 0;
    say("3D of no depth", cu.cuMemcpy3D_v2(&deep));
    SAY(cuCtxSynchronize());
}

static void launches(void)
{
    unsigned n = 4;
    float factor = 2;
    void *arguments[] = {&memory, &n, &factor};
    struct {
        CUdeviceptr data;
        unsigned n;
        float factor;
    } block = {0, 4, 2};
    size_t size = sizeof block, small = 4;
    begin();
    block.data = memory;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    void *small_extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE,
                           &small, CU_LAUNCH_PARAM_END};
    void *odd_extra[] = {(void *)77, &block, CU_LAUNCH_PARAM_END};
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, extra));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, small_extra));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, odd_extra));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, extra));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 0, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 0, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 0, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 0, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 0, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1024, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1025, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 32, 32, 2, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 65, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1025, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 0x80000000u, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 65536, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 65536, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 65535, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 49152, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 49153, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 1 << 24, NULL, NULL, NULL));
    SAY(cuLaunchKernel(static_shared, 1, 1, 1, 1, 1, 1, 8192, NULL, arguments, NULL));
    SAY(cuLaunchKernel(static_shared, 1, 1, 1, 1, 1, 1, 8193, NULL, arguments, NULL));
    SAY(cuFuncSetAttribute(static_shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 20000));
    SAY(cuLaunchKernel(static_shared, 1, 1, 1, 1, 1, 1, 20000, NULL, arguments, NULL));
    SAY(cuLaunchKernel(static_shared, 1, 1, 1, 1, 1, 1, 20001, NULL, arguments, NULL));
    SAY(cuLaunchKernel(narrow, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(narrow, 1, 1, 1, 65, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, CU_STREAM_LEGACY, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, CU_STREAM_PER_THREAD, NULL, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 1, 1, 32, 1, 1, 0, NULL, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1000000, 1, 1, 32, 1, 1, 0, NULL, NULL));
    SAY(cuLaunchKernelEx(NULL, nothing, NULL, NULL));
    CUlaunchConfig config = {1, 1, 1, 32, 1, 1, 0, NULL, NULL, 0};
    SAY(cuLaunchKernelEx(&config, nothing, NULL, NULL));
    config.numAttrs = 1;
    say("cuLaunchKernelEx without its attributes",
        cu.cuLaunchKernelEx(&config, nothing, NULL, NULL));
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE};
    attribute.value.cooperative = 1;
    config.attrs = &attribute;
    say("cuLaunchKernelEx cooperative", cu.cuLaunchKernelEx(&config, nothing, NULL, NULL));
    config.gridDimX = 1000000;
    say("cuLaunchKernelEx too large to be cooperative",
        cu.cuLaunchKernelEx(&config, nothing, NULL, NULL));
    config.gridDimX = 1;
    attribute.id = 1000;
    say("cuLaunchKernelEx with an unknown attribute",
        cu.cuLaunchKernelEx(&config, nothing, NULL, NULL));
    SAY(cuCtxSynchronize());
}

static void callback(CUstream on, CUresult status, void *user)
{
    (void)on;
    int number;
    *(CUresult *)user = status == CUDA_SUCCESS ? cu.cuMemFree_v2(0) : status;
    (void)number;
}

static void host_function(void *user)
{
    *(CUresult *)user = cu.cuStreamQuery(NULL);
}

static void streams(void)
{
    unsigned flags;
    int priority;
    float time;
    CUstream made;
    CUcontext owner;
    CUresult inner = CUDA_ERROR_UNKNOWN;
    begin();
    SAY(cuStreamCreate(NULL, 0));
    SAY(cuStreamCreate(&made, 8));
    SAY(cuStreamCreateWithPriority(&made, 0, -100));
    SAY(cuStreamCreate(&made, 0));
    SAY(cuStreamGetFlags(made, NULL));
    SAY(cuStreamGetFlags(made, &flags));
    SAY(cuStreamGetPriority(made, &priority));
    SAY(cuStreamGetPriority(NULL, &priority));
    SAY(cuStreamGetCtx(made, &owner));
    SAY(cuStreamGetCtx(NULL, &owner));
    SAY(cuStreamGetCtx(made, NULL));
    SAY(cuStreamQuery(made));
    SAY(cuStreamQuery(NULL));
    SAY(cuStreamQuery(CU_STREAM_PER_THREAD));
    SAY(cuStreamWaitEvent(made, NULL, 0));
    SAY(cuStreamWaitEvent(made, event, 0));
    SAY(cuStreamWaitEvent(made, event, 4));
    SAY(cuStreamWaitEvent(NULL, event, 0));
    SAY(cuStreamAddCallback(made, NULL, NULL, 0));
    SAY(cuStreamAddCallback(made, callback, &inner, 1));
    SAY(cuStreamAddCallback(made, callback, &inner, 0));
    SAY(cuStreamSynchronize(made));
    say("a call inside a callback", inner);
    SAY(cuLaunchHostFunc(made, NULL, NULL));
    SAY(cuLaunchHostFunc(made, host_function, &inner));
    SAY(cuStreamSynchronize(made));
    say("a call inside a host function", inner);
    SAY(cuStreamDestroy_v2(NULL));
    SAY(cuStreamDestroy_v2(made));
    SAY(cuStreamDestroy_v2(CU_STREAM_LEGACY));
    SAY(cuEventCreate(NULL, 0));
    SAY(cuEventCreate(&event, 0x100));
    SAY(cuEventCreate(&event, CU_EVENT_INTERPROCESS));
    SAY(cuEventCreate(&event, 0));
    SAY(cuEventQuery(event));
    SAY(cuEventQuery(NULL));
    SAY(cuEventSynchronize(event));
    SAY(cuEventSynchronize(NULL));
    SAY(cuEventElapsedTime(&time, event, event));
    SAY(cuEventRecord(NULL, NULL));
    SAY(cuEventRecord(event, NULL));
    SAY(cuEventSynchronize(event));
    SAY(cuEventElapsedTime(&time, event, event));
    SAY(cuEventElapsedTime(NULL, event, event));
    SAY(cuEventElapsedTime(&time, event, NULL));
    SAY(cuEventElapsedTime(&time, event, other_event));
    SAY(cuEventRecord(other_event, stream));
    SAY(cuEventSynchronize(other_event));
    SAY(cuEventElapsedTime(&time, event, other_event));
    SAY(cuEventRecordWithFlags(event, NULL, 8));
    SAY(cuEventDestroy_v2(NULL));
    SAY(cuEventDestroy_v2(event));
}

static void names(void)
{
    const char *text;
    void *address;
    CUdriverProcAddressQueryResult found;
    CUuuid nobody = {{0}};
    const void *table;
    SAY(cuGetErrorName(12345, &text));
    SAY(cuGetErrorString(12345, &text));
    SAY(cuGetErrorName(700, &text));
    SAY(cuGetProcAddress_v2("cuInit", &address, 13000, 0, &found));
    SAY(cuGetProcAddress_v2("cuNothing", &address, 13000, 0, &found));
    SAY(cuGetProcAddress_v2("cuNothing", &address, 13000, 0, NULL));
    SAY(cuGetProcAddress_v2("cuInit", &address, 0, 0, &found));
    SAY(cuGetProcAddress_v2("cuInit", &address, 99000, 0, &found));
    SAY(cuGetProcAddress_v2("cuInit", &address, 13000, 99, &found));
    SAY(cuGetProcAddress_v2("cuLaunchKernelEx", &address, 11000, 0, &found));
    SAY(cuGetProcAddress("cuLaunchKernelEx", &address, 11000, 0));
    SAY(cuGetProcAddress("cuNothing", &address, 11000, 0));
    SAY(cuGetExportTable(&table, &nobody));
}

/* A fault, then what each call answers. */
static void fault(CUfunction kernel, void **arguments)
{
    size_t size;
    int number;
    float time;
    char host[8];
    CUcontext current;
    CUdeviceptr address;
    CUmodule loaded;
    CUfunction found;
    CUstream made;
    CUevent made_event;
    void *pinned;
    say("launch", cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    SAY(cuEventRecord(event, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuCtxSynchronize());
    SAY(cuStreamSynchronize(stream));
    SAY(cuStreamQuery(stream));
    SAY(cuEventQuery(event));
    SAY(cuEventSynchronize(event));
    SAY(cuEventElapsedTime(&time, event, event));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuMemAllocHost_v2(&pinned, 16));
    SAY(cuMemcpyDtoH_v2(host, memory, 4));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 4, stream));
    SAY(cuMemsetD8_v2(memory, 0, 4));
    SAY(cuMemGetInfo_v2(&size, &size));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuMemGetAddressRange_v2(&address, &size, memory));
    SAY(cuModuleLoadData(&loaded, kernels_ptx));
    SAY(cuModuleGetFunction(&found, module, "scale"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "counter"));
    SAY(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, scale));
    SAY(cuStreamCreate(&made, 0));
    SAY(cuEventCreate(&made_event, 0));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(stream, event, 0));
    SAY(cuCtxGetCurrent(&current));
    SAY(cuCtxSetCurrent(context));
    SAY(cuCtxGetDevice(&device));
    SAY(cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
    SAY(cuDeviceGetAttribute(&number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, nothing, 32, 0));
    SAY(cuMemFree_v2(memory));
    SAY(cuEventDestroy_v2(event));
    SAY(cuStreamDestroy_v2(stream));
    SAY(cuModuleUnload(module));
    SAY(cuDevicePrimaryCtxReset_v2(0));
    SAY(cuCtxSynchronize());
}

static void fault_address(void)
{
    CUdeviceptr wrong = 64;
    unsigned value = 1;
    void *arguments[] = {&wrong, &value};
    begin();
    fault(store, arguments);
}

static void fault_misaligned(void)
{
    CUdeviceptr wrong;
    unsigned value = 1;
    void *arguments[] = {&wrong, &value};
    begin();
    wrong = memory + 1;
    fault(store, arguments);
}

static void fault_trap(void)
{
    begin();
    fault(trapping, NULL);
}

static void fault_assert(void)
{
    begin();
    /* What the kernel asserted is told there. */
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    fault(asserting, NULL);
}

/* Whether the primary context can be used again after a fault and a reset. */
static void restart_primary(void)
{
    begin();
    SAY(cuLaunchKernel(trapping, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuDevicePrimaryCtxReset_v2(0));
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuCtxSetCurrent(context));
    SAY(cuMemAlloc_v2(&memory, 16));
}

/* An ordinary context that is destroyed after a fault, and another one made. */
static void restart_ordinary(void)
{
    CUcontext made, second = NULL;
    CUmodule loaded;
    CUfunction function;
    CUdeviceptr address;
    SAY(cuInit(0));
    SAY(cuCtxCreate_v2(&made, 0, 0));
    SAY(cuModuleLoadData(&loaded, kernels_ptx));
    SAY(cuModuleGetFunction(&function, loaded, "trapping"));
    SAY(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuCtxCreate_v2(&second, 0, 0));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuCtxSetCurrent(made));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxSetCurrent(second));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuCtxDestroy_v2(second));
    SAY(cuCtxCreate_v2(&second, 0, 0));
    SAY(cuMemAlloc_v2(&address, 16));
}

static const Section sections[] = {
    {"before init", before_init},
    {"without context", without_context},
    {"devices", devices},
    {"contexts", contexts},
    {"modules", modules},
    {"functions", functions},
    {"allocations", allocations},
    {"copies", copies},
    {"launches", launches},
    {"streams and events", streams},
    {"names", names},
    {"fault: address", fault_address},
    {"fault: misaligned", fault_misaligned},
    {"fault: trap", fault_trap},
    {"fault: assert", fault_assert},
    {"restart of the primary context", restart_primary},
    {"restart with an ordinary context", restart_ordinary},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
