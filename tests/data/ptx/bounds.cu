/* Launch bounds and clusters. */
extern "C" __global__ void __launch_bounds__(256, 2) bounded(float *a) { a[threadIdx.x] *= 2; }
extern "C" __global__ void __launch_bounds__(128) less(float *a) { a[threadIdx.x] += 2; }
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void __cluster_dims__(2, 1, 1) clustered(float *a) { a[blockIdx.x] = threadIdx.x; }
#endif
extern "C" __global__ void nothing() {}
