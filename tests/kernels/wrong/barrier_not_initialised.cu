// A barrier in shared memory that nobody has initialised.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: uninitialised-shared
// least: 80
// only: optimised code
extern "C" __global__ void k(int *out)
{
    __shared__ unsigned long long bar;
    unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    unsigned long long token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory"); // <--
    out[threadIdx.x] = threadIdx.x;
}
