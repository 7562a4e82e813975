// Kernels made by chance (chance.py 301 36).
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
__constant__ float table[1024];
__device__ float sum(float v) { return v; }
__device__ float sum(int v) { return v; }
__device__ float sum(u32 v) { return v; }
__device__ float sum(u64 v) { return v; }
__device__ float sum(u8 v) { return v; }
__device__ float sum(u16 v) { return v; }
__device__ float sum(double v) { return v; }
template <class T> __device__ auto sum(T v) -> decltype(float(v.w)) { return float(v.x) + float(v.y) + float(v.z) + float(v.w); }
__device__ float sum(float2 v) { return v.x + v.y; }
__device__ float sum(int2 v) { return v.x + v.y; }
__device__ float sum(uchar2 v) { return v.x + v.y; }
__device__ float sum(short2 v) { return v.x + v.y; }
__device__ float sum(double2 v) { return v.x + v.y; }
__device__ float sum(float3 v) { return v.x + v.y + v.z; }
template <class T> __device__ T of(float v) { return T(v); }
template <> __device__ float2 of(float v) { return make_float2(v, v + 1); }
template <> __device__ int2 of(float v) { return make_int2(v, 3); }
template <> __device__ uchar2 of(float v) { return make_uchar2(v, 3); }
template <> __device__ short2 of(float v) { return make_short2(v, 3); }
template <> __device__ double2 of(float v) { return make_double2(v, v); }
template <> __device__ float3 of(float v) { return make_float3(v, v, v); }
template <> __device__ float4 of(float v) { return make_float4(v, v, 1, v); }
template <> __device__ int4 of(float v) { return make_int4(v, 1, 2, v); }
template <> __device__ uchar4 of(float v) { return make_uchar4(v, 1, 2, v); }
template <> __device__ short4 of(float v) { return make_short4(v, 1, 2, v); }

extern "C" {
__global__ void chance_301(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    __shared__ u8 v1[1024];
    v1[(x) & 1023] = of<u8>(acc);
    __syncthreads();
    acc += sum(v1[((lane) * n + 33) & 1023]);
    __shared__ u32 v2[512];
    for (int j = t; j < 512; j += threads) v2[j] = 0;
    __syncthreads();
    atomicCAS(&v2[(((t) * 2654435761u >> 25)) & 511], (u32)5, (u32)(3));
    __syncthreads();
    acc += sum(v2[((i) ^ 1) & 511]);
    if (acc > 16) {
        u32 v3 = ((const u32 *)in)[((i) % 5) & 65535] % 16;
        acc += sum(((const float *)in)[v3]);
    }
    acc += atomicAdd(&((int *)out)[(((i) * 2654435761u >> 20)) & 63], (int)(1));
    u32 v4 = ((const u32 *)in)[((x * width + y) % 2) & 65535] % 60000;
    acc += sum(((const float2 *)in)[v4]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_302(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    __stwt(&((float *)out)[((x * width + y) * 7) & 262143], of<float>(acc));
    __shared__ float v1[1024];
    v1[((i) * n + 3) & 1023] = of<float>(acc);
    __syncthreads();
    acc += sum(v1[((y * width + x) % 33) & 1023]);
    __shared__ alignas(16) u8 v2[4096];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(v2 + (((x) / 17 * 1 + (x) % 17) & 255) * 16)), "l"(in + (((x) * 32) & 16383) * 16) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v2[((x) * n + 3) & 4095];
    #pragma unroll 1
    for (int j = 0; j < (4); j++) {
        atomicCAS(&((int *)out)[((i + j * threads) * 4) & 7], (int)5, (int)(acc));
    }
    acc = fminf(acc, 100.f) * acc;
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_303(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (acc > 16) {
        acc += atomicXor(&((u32 *)out)[((i) * n) & 16383], (u32)(acc));
        acc = sqrtf(acc);
    }
    __shared__ u64 v1[512];
    for (int j = t; j < 512; j += threads) v1[j] = 0;
    __syncthreads();
    acc += atomicExch(&v1[(y * width + x + 3) & 511], (u64)(t));
    __syncthreads();
    acc += sum(v1[((t) / 1 * 3 + (t) % 1) & 511]);
    __shared__ int v2[512];
    for (int j = t; j < 512; j += threads) v2[j] = 0;
    __syncthreads();
    atomicAnd(&v2[(y * width + x) & 511], (int)(t));
    __syncthreads();
    acc += sum(v2[((i) % 2 * 8) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_304(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (x < n) {
        __stcg(&((float *)out)[((x) * n) & 262143], of<float>(acc));
    } else {
        atomicMax(&((u64 *)out)[((lane) / 32) & 16383], (u64)(3));
        acc += i * i;
    }
    acc += atomicMax(&((u64 *)out)[(x * width + y) & 7], (u64)(3));
    float4 v1 = ((const float4 *)in)[((y * width + x) * 5) & 65535];
    acc += sum(v1);
    __stcg(&((short2 *)out)[((i) * 1) & 262143], of<short2>(acc));
    acc += (float)((double)acc * 0.3);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_305(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u32 v1 = ((const u32 *)in)[((i) ^ 2) & 65535] % 60000;
    acc += sum(((const int4 *)in)[v1]);
    __shared__ alignas(16) u8 v2[4096];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((u32)__cvta_generic_to_shared(v2 + ((((lane) * 2654435761u >> 25)) & 1023) * 4)), "l"(in + (((t) * n) & 16383) * 4) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v2[((i) / 16) & 4095];
    acc /= n;
    if (i % n == 0) {
        __stwt(&((float4 *)out)[((lane) / 5 * 4 + (lane) % 5) & 65535], of<float4>(acc));
    } else {
        if (t % 17 == 0) {
            int4 v3 = __ldcg(&((const int4 *)in)[((i) * n + 4) & 65535]);
            acc += sum(v3);
            u32 v4 = ((const u32 *)in)[((i) * n) & 65535] % 64;
            acc += sum(((const float *)in)[v4]);
        } else {
            __stcg(&((int *)out)[((i) / 16 * 33 + (i) % 16) & 262143], of<int>(acc));
        }
    }
    if (lane < 17) {
        atomicAdd(&((u64 *)out)[(i + 64) & 7], (u64)(3));
    } else {
        u32 v5 = ((const u32 *)in)[((t) % 5) & 65535] % 16;
        acc += sum(((const float2 *)in)[v5]);
        float4 v6 = __ldg(&((const float4 *)in)[(((i) * 2654435761u >> 20)) & 65535]);
        acc += sum(v6);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_306(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    #pragma unroll 1
    for (int j = 0; j < (8); j++) {
        float v1 = ((const float *)in)[((y * width + x + j * n) * n) & 262143];
        acc += sum(v1);
        if (acc > 4) {
            u32 v2 = ((const u32 *)in)[((x + j * n) * n + 7) & 65535] % 1000;
            acc += sum(((const double *)in)[v2]);
        } else {
            float4 v3 = ((const float4 *)in)[(t + 9) & 65535];
            acc += sum(v3);
            acc += atomicAnd(&((int *)out)[((y * width + x + j) * n + 9) & 63], (int)(t));
        }
    }
    #pragma unroll 1
    for (int j = 0; j < (4); j++) {
        ((float *)out)[((t + j * n) % 5 * 32) & 262143] = of<float>(acc);
    }
    __shared__ int4 v4[256];
    v4[(i) & 255] = of<int4>(acc);
    __syncthreads();
    acc += sum(v4[(i) & 255]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_307(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc += table[(((t) * 2654435761u >> 20)) & 1023 & 1023];
    __shared__ alignas(16) u8 v1[4096];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(v1 + ((i + 31) & 255) * 16)), "l"(in + ((t + 9) & 16383) * 16) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v1[((i) / 1) & 4095];
    float v2 = ((const float *)in)[((i) ^ 4) & 262143];
    acc += sum(v2);
    __shared__ int v3[256];
    for (int j = t; j < 256; j += threads) v3[j] = 0;
    __syncthreads();
    atomicMax(&v3[((i) ^ 32) & 255], (int)(1));
    __syncthreads();
    acc += sum(v3[((t) % 31) & 255]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_308(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    __shared__ int v1[256];
    v1[((x) / 7 * 16 + (x) % 7) & 255] = of<int>(acc);
    __syncthreads();
    acc += sum(v1[(i + 5) & 255]);
    acc += sum(v1[((lane) * 1) & 255]);
    __shared__ u16 v2[512];
    v2[((i) * n) & 511] = of<u16>(acc);
    __syncthreads();
    acc += sum(v2[((x) % 9 * 3) & 511]);
    acc += sum(v2[((y * width + x) * n + 3) & 511]);
    ((float2 *)out)[(((i) * 2654435761u >> 8)) & 131071] = of<float2>(acc);
    __shared__ u16 v3[512];
    v3[(x) & 511] = of<u16>(acc);
    __syncthreads();
    acc += sum(v3[((y * width + x) % 1 * 4) & 511]);
    acc += sum(v3[(((i) * 2654435761u >> 20)) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_309(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (x > y + 64) {
        #pragma unroll 1
        for (int j = 0; j < (t % 5); j++) {
            __stwb(&((int *)out)[((i + j) / 17) & 262143], of<int>(acc));
            float4 v1 = ((const float4 *)in)[((i) % 1) & 65535];
            acc += sum(v1);
        }
    }
    acc += table[((y * width + x) % 2) & 1023 & 1023];
    float v2 = ((const float *)in)[((y * width + x) % 1) & 262143];
    acc += sum(v2);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_310(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (i % n == 0) {
        acc += table[(t + 5) & 1023 & 1023];
        u32 v1 = ((const u32 *)in)[(lane) & 65535] % 1000;
        acc += sum(((const int2 *)in)[v1]);
    } else {
        acc += atomicAdd(&((double *)out)[(lane) & 63], (double)(acc));
        if (lane % 8 > 1) {
            float v2 = ((const float *)in)[((i) ^ 31) & 262143];
            acc += sum(v2);
        }
    }
    float2 v3[16];
    #pragma unroll 1
    for (int j = 0; j < 16; j++) v3[j] = of<float2>(acc + j);
    acc += sum(v3[n & 15]);
    float v4 = ((const float *)in)[(((t) * 2654435761u >> 25)) & 262143];
    acc += sum(v4);
    #pragma unroll 1
    for (int j = 0; j < (8); j++) {
        __stcs(&((float4 *)out)[((i + j) / 32) & 65535], of<float4>(acc));
        __stwb(&((float *)out)[((i + j) * n + 8) & 262143], of<float>(acc));
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_311(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc = __expf(acc);
    for (int j = 0; j < (4); j++) {
        u32 v1 = ((const u32 *)in)[((x) / 16 * 1 + (x) % 16) & 65535] % 64;
        acc += sum(((const int *)in)[v1]);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_312(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (lane % 3 > 1) {
        if ((i * 2654435761u >> 28) < 1) {
            u32 v1 = ((const u32 *)in)[((x) / 5 * 31 + (x) % 5) & 65535] % 16;
            acc += sum(((const float2 *)in)[v1]);
        } else {
            __stwb(&((u64 *)out)[(i + 3) & 131071], of<u64>(acc));
        }
    } else {
        if (i & 4) {
            __stcg(&((float *)out)[((i) % 2 * 3) & 262143], of<float>(acc));
            __stwt(&((double2 *)out)[((i) * 17) & 65535], of<double2>(acc));
        }
        acc += atomicAdd(&((double *)out)[(i) & 63], (double)(1));
    }
    __shared__ u32 v2[256];
    for (int j = t; j < 256; j += threads) v2[j] = 0;
    __syncthreads();
    acc += atomicExch(&v2[(t) & 255], (u32)(3));
    __syncthreads();
    acc += sum(v2[(((t) * 2654435761u >> 12)) & 255]);
    if ((i * 2654435761u >> 28) < 0) {
        acc += (float)((double)acc * 0.3);
    } else {
        ((u16 *)out)[((x) % 7 * 16) & 524287] = of<u16>(acc);
        u32 v3 = ((const volatile u32 *)in)[((t) / 32) & 262143];
        acc += sum(v3);
    }
    __shared__ double v4[512];
    v4[((lane) % 31) & 511] = of<double>(acc);
    __syncthreads();
    acc += sum(v4[((i) % 2 * 9) & 511]);
    if ((i * 2654435761u >> 28) < 1) {
        acc += atomicAnd(&((int *)out)[((i) * n + 1) & 1023], (int)(acc));
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_313(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u8 v1 = __ldcg(&((const u8 *)in)[(i) & 1048575]);
    acc += sum(v1);
    acc += atomicAdd(&((double *)out)[((i) * n + 3) & 63], (double)(t));
    ((double *)out)[(t) & 131071] = of<double>(acc);
    if (x < n) {
        u64 v2 = ((const u64 *)in)[((lane) % 3 * 33) & 131071];
        acc += sum(v2);
        if (x < n) {
            short4 v3 = ((const short4 *)in)[((i) ^ 1) & 131071];
            acc += sum(v3);
        }
    }
    __stwt(&((float *)out)[((i) % 1) & 262143], of<float>(acc));
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_314(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (x < n) {
        acc += atomicCAS(&((u64 *)out)[((i) * 2) & 7], (u64)5, (u64)(1));
    } else {
        u32 v1 = ((const u32 *)in)[((x * width + y) * n + 5) & 65535] % 60000;
        acc += sum(((const u16 *)in)[v1]);
        if (acc > 8) {
            u32 v2 = ((const u32 *)in)[((lane) % 17) & 65535] % 16;
            acc += sum(((const float *)in)[v2]);
            float v3 = ((const float *)in)[((x * width + y) % 8) & 262143];
            acc += sum(v3);
        }
    }
    for (int j = 0; j < (4); j++) {
        acc = fminf(acc, 100.f) * acc;
    }
    u32 v4 = ((const u32 *)in)[((lane) * n) & 65535] % 4096;
    acc += sum(((const float *)in)[v4]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_315(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (lane < 17) {
        if (i & 4) {
            int v1 = __ldcv(&((const int *)in)[((t) * 9) & 262143]);
            acc += sum(v1);
            acc += atomicXor(&((int *)out)[(lane) & 0], (int)(3));
        }
    }
    if (lane < 4) {
        if (t % 17 == 0) {
            float2 v2 = ((const float2 *)in)[((lane) * n) & 131071];
            acc += sum(v2);
            acc += atomicAdd(&((double *)out)[(x) & 7], (double)(1));
        } else {
            acc += atomicOr(&((u32 *)out)[((x * width + y) * n) & 0], (u32)(3));
        }
        u64 v3 = ((const volatile u64 *)in)[((i) / 5 * 2 + (i) % 5) & 131071];
        acc += sum(v3);
    }
    if (x > y + 17) {
        ((int2 *)out)[(i + 33) & 131071] = of<int2>(acc);
        __stcs(&((float *)out)[((t) * n) & 262143], of<float>(acc));
    }
    acc += atomicOr(&((u64 *)out)[((y * width + x) * n) & 1023], (u64)(1));
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_316(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u64 v1 = ((const u64 *)in)[(lane) & 131071];
    acc += sum(v1);
    __shared__ u64 v2[256];
    v2[((i) / 1) & 255] = of<u64>(acc);
    __syncthreads();
    acc += sum(v2[((x * width + y) % 5 * 4) & 255]);
    acc += sum(v2[(x * width + y) & 255]);
    __shared__ uchar4 v3[512];
    v3[(i + 16) & 511] = of<uchar4>(acc);
    __syncthreads();
    acc += sum(v3[((y * width + x) ^ 16) & 511]);
    acc += sum(v3[(i) & 511]);
    if (lane < 5) {
        float v4 = __ldcv(&((const float *)in)[((y * width + x) % 4 * 5) & 262143]);
        acc += sum(v4);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_317(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (i % n == 0) {
        acc = fminf(acc, 100.f) * acc;
        #pragma unroll 1
        for (int j = 0; j < (lane & 3); j++) {
            atomicAdd(&((int *)out)[((y * width + x + j * threads) * 7) & 16383], (int)(1));
            acc = acc * 1.5f + 2;
        }
    }
    __shared__ double2 v1[512];
    v1[(x + 8) & 511] = of<double2>(acc);
    __syncthreads();
    acc += sum(v1[((i) * 16) & 511]);
    u32 v2 = ((const u32 *)in)[(lane) & 65535] % 4096;
    acc += sum(((const int4 *)in)[v2]);
    if (t < 248) {
        float2 v3 = ((const float2 *)in)[((i) / 9 * 3 + (i) % 9) & 131071];
        acc += sum(v3);
    }
    __shared__ int v4[512];
    for (int j = t; j < 512; j += threads) v4[j] = 0;
    __syncthreads();
    atomicCAS(&v4[((t) / 1) & 511], (int)5, (int)(x));
    __syncthreads();
    acc += sum(v4[((i) % 9 * 1) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_318(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc += table[n & 1023];
    acc += table[n & 1023];
    __shared__ int v1[256];
    for (int j = t; j < 256; j += threads) v1[j] = 0;
    __syncthreads();
    acc += atomicMin(&v1[(i) & 255], (int)(1));
    __syncthreads();
    acc += sum(v1[((i) * 7) & 255]);
    if (x < n) {
        u32 v2 = ((const u32 *)in)[((i) * n + 17) & 65535] % 1000;
        acc += sum(((const float *)in)[v2]);
    }
    #pragma unroll 1
    for (int j = 0; j < (4); j++) {
        short4 v3 = __ldcv(&((const short4 *)in)[((x + j * n) ^ 8) & 131071]);
        acc += sum(v3);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_319(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    ((u32 *)out)[((y * width + x) % 1 * 64) & 262143] = of<u32>(acc);
    if (x > y + 31) {
        u32 v1 = ((const u32 *)in)[((i) ^ 8) & 65535] % 4096;
        acc += sum(((const float *)in)[v1]);
        int v2 = ((const int *)in)[((lane) / 9) & 262143];
        acc += sum(v2);
    } else {
        if (lane < 5) {
            double v3 = ((const double *)in)[((y * width + x) / 8) & 131071];
            acc += sum(v3);
            acc += (float)((double)acc * 0.3);
        } else {
            float v4 = __ldcs(&((const float *)in)[(t) & 262143]);
            acc += sum(v4);
            acc += atomicAdd(&((int *)out)[((x * width + y) % 7) & 7], (int)(acc));
        }
        acc += atomicMax(&((u64 *)out)[(i) & 0], (u64)(1));
    }
    for (int j = 0; j < (n & 7); j++) {
        acc += atomicXor(&((u32 *)out)[((y * width + x + j) % 3) & 63], (u32)(1));
    }
    uchar4 v5 = __ldg(&((const uchar4 *)in)[((y * width + x) ^ 17) & 262143]);
    acc += sum(v5);
    __shared__ u32 v6[512];
    for (int j = t; j < 512; j += threads) v6[j] = 0;
    __syncthreads();
    atomicOr(&v6[((x) * 4) & 511], (u32)(t));
    __syncthreads();
    acc += sum(v6[((y * width + x) % 7 * 16) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_320(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u32 v1 = ((const u32 *)in)[((i) / 4 * 16 + (i) % 4) & 65535] % 4096;
    acc += sum(((const int *)in)[v1]);
    for (int j = 0; j < (n & 7); j++) {
        acc = __expf(acc);
        if (i & 33) {
            atomicAdd(&((double *)out)[((i) ^ 7) & 7], (double)(t));
        }
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_321(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc = sqrtf(acc);
    ((short2 *)out)[((x * width + y) ^ 7) & 262143] = of<short2>(acc);
    __shared__ float v1[256];
    v1[t & 255] = acc;
    __syncthreads();
    const float *v2 = i & 64 ? v1 : (const float *)in;
    acc += v2[((lane) * 16) & 255];
    __shared__ u64 v3[1024];
    for (int j = t; j < 1024; j += threads) v3[j] = 0;
    __syncthreads();
    atomicCAS(&v3[((lane) / 4 * 17 + (lane) % 4) & 1023], (u64)5, (u64)(1));
    __syncthreads();
    acc += sum(v3[((x * width + y) * 3) & 1023]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_322(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (x < n) {
        float v1 = ((const float *)in)[((t) * 2) & 262143];
        acc += sum(v1);
        acc += i * i;
    }
    __shared__ float v2[256];
    v2[t & 255] = acc;
    __syncthreads();
    const float *v3 = i & 64 ? v2 : (const float *)in;
    acc += v3[((x * width + y) * n) & 255];
    double v4 = ((const volatile double *)in)[((t) % 33 * 5) & 131071];
    acc += sum(v4);
    __shared__ float3 v5[512];
    v5[(y * width + x + 7) & 511] = of<float3>(acc);
    __syncthreads();
    acc += sum(v5[((y * width + x) % 2 * 32) & 511]);
    if (t < 256) {
        for (int j = 0; j < (4); j++) {
            u32 v6 = ((const u32 *)in)[(((x * width + y + j * 32) * 2654435761u >> 25)) & 65535] % 64;
            acc += sum(((const int *)in)[v6]);
        }
    } else {
        __stcg(&((float2 *)out)[(((i) * 2654435761u >> 20)) & 131071], of<float2>(acc));
        acc += (float)((double)acc * 0.3);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_323(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    uchar4 v1 = ((const uchar4 *)in)[((y * width + x) ^ 5) & 262143];
    acc += sum(v1);
    if (acc > 4) {
        if (x < n) {
            float v2 = __ldcs(&((const float *)in)[(((x * width + y) * 2654435761u >> 25)) & 262143]);
            acc += sum(v2);
        }
        atomicAdd(&((double *)out)[(y * width + x + 5) & 16383], (double)(acc));
    }
    __shared__ u16 v3[256];
    v3[(y * width + x + 7) & 255] = of<u16>(acc);
    __syncthreads();
    acc += sum(v3[((i) / 5) & 255]);
    acc += sum(v3[((lane) / 16) & 255]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_324(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (lane % 8 > 1) {
        if (i & 9) {
            atomicXor(&((u32 *)out)[(t) & 16383], (u32)(3));
        } else {
            acc = acc * 1.5f + 2;
            acc = sqrtf(acc);
        }
    }
    __shared__ alignas(16) u8 v1[4096];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(v1 + ((t) & 255) * 16)), "l"(in + (((i) ^ 5) & 16383) * 16) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v1[((t) / 1 * 4 + (t) % 1) & 4095];
    u16 v2 = __ldcv(&((const u16 *)in)[((y * width + x) ^ 2) & 524287]);
    acc += sum(v2);
    atomicAdd(&((u32 *)out)[(lane + 1) & 63], (u32)(1));
    if (lane < 2) {
        acc += table[(i + 17) & 1023 & 1023];
        atomicAdd(&((float *)out)[(i) & 1023], (float)(1));
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_325(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    __shared__ int v1[256];
    for (int j = t; j < 256; j += threads) v1[j] = 0;
    __syncthreads();
    acc += atomicOr(&v1[((t) % 3 * 17) & 255], (int)(t));
    __syncthreads();
    acc += sum(v1[(i + 1) & 255]);
    if ((i * 2654435761u >> 28) < 1) {
        float3 v2 = ((const float3 *)in)[((y * width + x) * n + 64) & 65535];
        acc += sum(v2);
    } else {
        u32 v3 = ((const u32 *)in)[((x * width + y) * 8) & 65535] % 1000;
        acc += sum(((const u64 *)in)[v3]);
        u32 v4 = ((const u32 *)in)[((x) / 1) & 65535] % 4096;
        acc += sum(((const int2 *)in)[v4]);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_326(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    atomicAdd(&((int *)out)[(i) & 63], (int)(3));
    if (lane < 32) {
        if (lane < 10) {
            acc += i * i;
            acc = fminf(acc, 100.f) * acc;
        } else {
            __stwb(&((double2 *)out)[((t) * n + 3) & 65535], of<double2>(acc));
            u32 v1 = ((const u32 *)in)[((lane) % 64) & 65535] % 4096;
            acc += sum(((const float4 *)in)[v1]);
        }
        int4 v2 = __ldcs(&((const int4 *)in)[((i) * n) & 65535]);
        acc += sum(v2);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_327(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    int v1[4];
    #pragma unroll 1
    for (int j = 0; j < 4; j++) v1[j] = of<int>(acc + j);
    acc += sum(v1[t + n & 3]);
    __shared__ u32 v2[256];
    for (int j = t; j < 256; j += threads) v2[j] = 0;
    __syncthreads();
    atomicMax(&v2[((t) * 1) & 255], (u32)(t));
    __syncthreads();
    acc += sum(v2[((t) ^ 1) & 255]);
    __stwb(&((int4 *)out)[(((t) * 2654435761u >> 8)) & 65535], of<int4>(acc));
    if (lane < 9) {
        ((int4 *)out)[((x) * n + 8) & 65535] = of<int4>(acc);
    } else {
        if ((i * 2654435761u >> 28) < 7) {
            ((float3 *)out)[(t + 16) & 65535] = of<float3>(acc);
        }
    }
    if ((i * 2654435761u >> 28) < 9) {
        u16 v3 = __ldg(&((const u16 *)in)[(x * width + y) & 524287]);
        acc += sum(v3);
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_328(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    float v1[16];
    #pragma unroll 1
    for (int j = 0; j < 16; j++) v1[j] = of<float>(acc + j);
    acc += sum(v1[x + y & 15]);
    __shared__ alignas(16) u8 v2[4096];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(v2 + (((y * width + x) * n) & 255) * 16)), "l"(in + (((x * width + y) * 3) & 16383) * 16) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v2[(i + 16) & 4095];
    if (lane < 2) {
        if (lane % 17 > 1) {
            u32 v3 = ((const u32 *)in)[((t) * n) & 65535] % 16;
            acc += sum(((const float *)in)[v3]);
        }
    } else {
        double v4 = ((const double *)in)[((x * width + y) * 8) & 131071];
        acc += sum(v4);
    }
    for (int j = 0; j < (8); j++) {
        if (i & 5) {
            __stwb(&((int *)out)[((i) * 31) & 262143], of<int>(acc));
        } else {
            u16 v5 = ((const u16 *)in)[((i + j * threads) / 32 * 64 + (i + j * threads) % 32) & 524287];
            acc += sum(v5);
        }
    }
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_329(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    #pragma unroll 1
    for (int j = 0; j < (n & 7); j++) {
        acc = acc * 1.5f + 2;
    }
    acc += atomicCAS(&((u32 *)out)[((i) ^ 4) & 7], (u32)5, (u32)(acc));
    __stcg(&((int *)out)[(y * width + x) & 262143], of<int>(acc));
    __shared__ alignas(16) u8 v1[4096];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(v1 + (((x) * n) & 255) * 16)), "l"(in + (((i) % 1) & 16383) * 16) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    acc += v1[((y * width + x) / 8) & 4095];
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_330(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u32 v1 = ((const u32 *)in)[(t) & 65535] % 60000;
    acc += sum(((const double *)in)[v1]);
    __shared__ float v2[1024];
    v2[(i) & 1023] = of<float>(acc);
    __syncthreads();
    acc += sum(v2[(t + 31) & 1023]);
    acc += sum(v2[((x * width + y) * n + 9) & 1023]);
    ((double *)out)[((i) * n) & 131071] = of<double>(acc);
    __shared__ double v3[256];
    v3[(x + 32) & 255] = of<double>(acc);
    __syncthreads();
    acc += sum(v3[((y * width + x) * n + 33) & 255]);
    __shared__ int v4[512];
    for (int j = t; j < 512; j += threads) v4[j] = 0;
    __syncthreads();
    atomicCAS(&v4[((i) * 4) & 511], (int)5, (int)(1));
    __syncthreads();
    acc += sum(v4[(x) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_331(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    #pragma unroll 1
    for (int j = 0; j < (8); j++) {
        u32 v1 = ((const u32 *)in)[((x * width + y + j * n) * n + 32) & 65535] % 4096;
        acc += sum(((const int4 *)in)[v1]);
        __stcs(&((float2 *)out)[((i + j * n) / 5 * 64 + (i + j * n) % 5) & 131071], of<float2>(acc));
    }
    if ((i * 2654435761u >> 28) < 15) {
        acc += (float)((double)acc * 0.3);
    }
    __stcs(&((int *)out)[(lane) & 262143], of<int>(acc));
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_332(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc += atomicAdd(&((u32 *)out)[(((i) * 2654435761u >> 8)) & 16383], (u32)(t));
    __shared__ alignas(16) u8 v1[4096];
    ((u32 *)v1)[t & 1023] = t;
    __syncthreads();
    u32 v1r[1];
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(v1r[0]) : "r"((u32)__cvta_generic_to_shared(v1 + (((lane) * n + 1) & 255) * 16)));
    acc += v1r[0];
    __shared__ int v2[512];
    v2[((i) % 64 * 3) & 511] = of<int>(acc);
    __syncthreads();
    acc += sum(v2[(i + 4) & 511]);
    acc += sum(v2[((i) ^ 17) & 511]);
    __shared__ int v3[512];
    for (int j = t; j < 512; j += threads) v3[j] = 0;
    __syncthreads();
    atomicXor(&v3[((x * width + y) ^ 64) & 511], (int)(3));
    __syncthreads();
    acc += sum(v3[(i + 64) & 511]);
    __shared__ u16 v4[256];
    v4[((x * width + y) / 31) & 255] = of<u16>(acc);
    __syncthreads();
    acc += sum(v4[((x * width + y) % 64) & 255]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_333(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    u32 v1 = ((const volatile u32 *)in)[((y * width + x) % 9) & 262143];
    acc += sum(v1);
    ((uchar2 *)out)[(y * width + x) & 524287] = of<uchar2>(acc);
    double v2[16];
    #pragma unroll 1
    for (int j = 0; j < 16; j++) v2[j] = of<double>(acc + j);
    acc += sum(v2[x + y & 15]);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_334(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    acc += atomicExch(&((float *)out)[((x) % 33) & 0], (float)(t));
    int v1 = ((const int *)in)[((x) * n) & 262143];
    acc += sum(v1);
    if (i & 33) {
        #pragma unroll 1
        for (int j = 0; j < (lane & 3); j++) {
            atomicXor(&((u32 *)out)[(((lane + j * n) * 2654435761u >> 20)) & 1023], (u32)(t));
            acc += table[n & 1023];
        }
        double2 v2 = __ldcg(&((const double2 *)in)[(((y * width + x) * 2654435761u >> 20)) & 65535]);
        acc += sum(v2);
    }
    __shared__ float v3[1024];
    v3[((i) / 64 * 16 + (i) % 64) & 1023] = of<float>(acc);
    __syncthreads();
    acc += sum(v3[((i) % 64 * 7) & 1023]);
    int v4 = ((const int *)in)[(i) & 262143];
    acc += sum(v4);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_335(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    __shared__ alignas(16) u8 v1[4096];
    ((u32 *)v1)[t & 1023] = t;
    __syncthreads();
    u32 v1r[1];
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v1r[0]) : "r"((u32)__cvta_generic_to_shared(v1 + (((lane) % 2) & 255) * 16)));
    acc += v1r[0];
    __shared__ float v2[1024];
    v2[(y * width + x + 3) & 1023] = of<float>(acc);
    __syncthreads();
    acc += sum(v2[(x + 9) & 1023]);
    acc += sum(v2[((i) * n) & 1023]);
    __shared__ u32 v3[256];
    for (int j = t; j < 256; j += threads) v3[j] = 0;
    __syncthreads();
    atomicOr(&v3[((x) % 7 * 17) & 255], (u32)(3));
    __syncthreads();
    acc += sum(v3[(lane + 31) & 255]);
    int2 v4 = __ldca(&((const int2 *)in)[(lane) & 131071]);
    acc += sum(v4);
    u16 v5 = ((const u16 *)in)[(x * width + y) & 524287];
    acc += sum(v5);
    ((float *)out)[(1 << 18) + i] = acc;
}

__global__ void chance_336(u8 *out, const u8 *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
    if (i & 5) {
        acc += (float)((double)acc * 0.3);
        acc += table[n & 1023];
    } else {
        acc /= n;
    }
    atomicXor(&((int *)out)[((lane) * 1) & 16383], (int)(acc));
    __shared__ u32 v1[512];
    for (int j = t; j < 512; j += threads) v1[j] = 0;
    __syncthreads();
    acc += atomicExch(&v1[((t) / 8 * 5 + (t) % 8) & 511], (u32)(t));
    __syncthreads();
    acc += sum(v1[((lane) % 16) & 511]);
    ((float *)out)[(1 << 18) + i] = acc;
}
}
