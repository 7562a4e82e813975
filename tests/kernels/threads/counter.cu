// All blocks add to one counter without an atomic, and to some with.
// launch: --grid 300 --block 96
// arg: inout:i32[40]=constant:0
extern "C" __global__ void counter(int *x)
{
    int i = blockIdx.x * 96 + threadIdx.x;
    x[0] = x[0] + 1;
    x[8 + i % 8] += i;
    atomicAdd(&x[16 + i % 8], i);
    atomicMax(&x[24], i * 7919 % 1009);
    atomicXor(&x[25], i * 31);
    if (threadIdx.x == 0)
        atomicExch(&x[26], blockIdx.x);
    atomicInc((unsigned *)&x[27], 100);
}
