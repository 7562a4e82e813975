// Arrays in local memory, of all sizes of elements, and lanes that index them apart; copies without registers between.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

template <class T, int SIZE> __device__ void through_array(T *out, const T *in, int n, unsigned apart)
{
    T room[SIZE];
#pragma unroll 1
    for (int i = 0; i < SIZE; i++)
        room[(i * n + apart) % SIZE] = in[I + i];
#pragma unroll 1
    for (int i = 0; i < SIZE; i++)
        out[I + i * 4096] = room[(i * 5 + apart) % SIZE];
}
KERNEL(local_u8, unsigned char) { through_array<unsigned char, 64>(out, in, n, 0); }
KERNEL(local_u16, unsigned short) { through_array<unsigned short, 64>(out, in, n, 0); }
KERNEL(local_f64, double) { through_array<double, 32>(out, in, n, 0); }
KERNEL(local_f32x4, float4) { through_array<float4, 16>(out, in, n, 0); }
KERNEL(local_by_lane, float) { through_array<float, 64>(out, in, n, threadIdx.x); }
KERNEL(local_by_lane_u8, unsigned char) { through_array<unsigned char, 64>(out, in, n, threadIdx.x); }
KERNEL(local_by_lane_f64, double) { through_array<double, 32>(out, in, n, threadIdx.x); }
KERNEL(local_odd_lanes, float)
{
    if (threadIdx.x & 1)
        through_array<float, 64>(out, in, n, 0);
}

// From global to shared memory without a register between them (cp.async).
__device__ void copy_async(void *to, const void *from, int bytes)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    if (bytes == 4)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(from) : "memory");
    else
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
template <class T> __device__ void through_shared(T *out, const T *in, int n)
{
    __shared__ T tile[1024];
    copy_async(&tile[threadIdx.x * n % 1024], &in[I], sizeof(T));
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_4, float) { through_shared(out, in, n); }
KERNEL(async_8, float2) { through_shared(out, in, n); }
KERNEL(async_16, float4) { through_shared(out, in, n); }
