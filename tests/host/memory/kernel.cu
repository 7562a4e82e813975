// The kernels of all programs here.
extern "C" __global__ void fill(int *p, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = value;
}

extern "C" __global__ void add(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] += from[i];
}

// Takes a while, so that who doesn't wait is early.
extern "C" __global__ void slow(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 2000; round++)
        __nanosleep(100);
    if (i < n)
        p[i] += 1;
}

// Takes a lock and never gives it back.
extern "C" __global__ void hold(int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        lock[1]++;
    }
}

// Waits until somebody raises the flag.
extern "C" __global__ void wait(volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        while (*flag == 0)
            ;
        *out = 1;
    }
}
