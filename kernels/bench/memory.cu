// Grids that ask much of the engine's own memory: see tests/bench/bench_memory.c.
typedef unsigned int u32;

// One element a thread.
extern "C" __global__ void threads(float *out)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = out[i] + 1.0f;
}

// All of a block's dynamic shared memory, written before a barrier and read after it.
extern "C" __global__ void shared_all(float *out, int words)
{
    extern __shared__ float tile[];
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        tile[i] = (float)i;
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        sum += tile[words - 1 - i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// 4 KB of local memory a thread, all of it touched.
extern "C" __global__ void local_all(float *out, int step)
{
    volatile float own[1024];
#pragma unroll 1
    for (int i = 0; i < 1024; i++)
        own[i * step & 1023] = (float)i;
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 1024; i++)
        sum += own[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// About 250 registers that live at one time.
extern "C" __global__ void registers(float *out)
{
    float held[240];
    const float start = out[threadIdx.x];
#pragma unroll
    for (int i = 0; i < 240; i++)
        held[i] = start * (float)i + out[(threadIdx.x + i) & 1023];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 239; i >= 0; i--)
        sum = sum * 0.5f + held[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Every block waits for all others, twice, with many registers held meanwhile.
extern "C" __global__ void meeting(float *out, u32 *counter)
{
    float held[32];
    const float start = out[threadIdx.x];
#pragma unroll
    for (int i = 0; i < 32; i++)
        held[i] = start + out[(threadIdx.x + i) & 1023];
    for (u32 round = 1; round <= 2; round++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(counter, 1);
            while (*(volatile u32 *)counter < round * gridDim.x)
                ;
            __threadfence();
        }
        __syncthreads();
    }
    float sum = 0;
#pragma unroll
    for (int i = 31; i >= 0; i--)
        sum = sum * 0.5f + held[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each grid launches the next one, `depth` deep, and one of 64 blocks beside it.
extern "C" __global__ void nested(float *out, int depth)
{
    out[(blockIdx.x * blockDim.x + threadIdx.x) & 1023] = (float)depth;
    if (threadIdx.x == 0 && blockIdx.x == 0 && depth > 0) {
        nested<<<1, 32>>>(out, depth - 1);
        nested<<<64, 256>>>(out, 0);
    }
}
