/* A lock taken inside a warp. */
__device__ volatile int ready;
extern "C" __global__ void lock(int *mutex, int *value)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(mutex, 0, 1) == 0) { *value += 1; __threadfence(); atomicExch(mutex, 0); done = true; }
    }
    while (!ready) {}
}
