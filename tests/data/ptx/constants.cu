/* Constant memory and initialised globals. */
__constant__ float coefficients[5] = {1.0f, 0.5f, 0.25f};
__constant__ int2 pairs[2] = {{1, 2}, {3, 4}};
__device__ double table[3] = {0.5, -1.0, 1e300};
__device__ short small = -3;
__device__ const char *names[2] = {"zero", "one"};
__device__ int counter;
__managed__ int shared_counter = 5;
struct Mixed { char c; int *p; short s; };
__device__ Mixed mixed = {'m', &counter, 7};
extern "C" __global__ void constants(float *out, int i)
{
    out[0] = coefficients[i % 5] + pairs[i & 1].y + table[i % 3] + small + names[i & 1][0] + mixed.s;
    atomicAdd(&counter, 1);
    *mixed.p += shared_counter;
}
