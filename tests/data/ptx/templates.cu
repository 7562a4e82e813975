/* Several instances of templates, with mangled names and weak linkage. */
template <typename T, int N> __device__ __noinline__ T power(T x) { T r = 1; for (int i = 0; i < N; i++) r *= x; return r; }
template <typename T> __global__ void apply(T *a) { a[threadIdx.x] = power<T, 5>(a[threadIdx.x]); }
template __global__ void apply<int>(int *);
template __global__ void apply<double>(double *);
