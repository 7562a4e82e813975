/* What the tests of CUDA's C++ libraries share: a test is a kernel of one block that counts where a
 * library's answer differs from that of plain loops. */
#pragma once

// Index of this thread in its block, however the block is shaped.
__device__ inline int rank()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// [0]: how many differ, [1]: the line of the first.
__device__ int *tally;

#define TEST(name, ...) extern "C" __global__ void name()
#define EXPECT(condition)                      \
    do {                                       \
        if (!(condition)) {                    \
            atomicAdd(tally, 1);               \
            atomicCAS(tally + 1, 0, __LINE__); \
        }                                      \
    } while (0)

// Numbers without a pattern, the same ones everywhere.
__device__ inline unsigned noise(unsigned x)
{
    x = (x ^ 61) ^ (x >> 16);
    x *= 9;
    x ^= x >> 4;
    x *= 0x27d4eb2d;
    return x ^ (x >> 15);
}
