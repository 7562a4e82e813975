/* Atomic operations on global and shared memory. */
extern "C" __global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d)
{
    __shared__ int bins[16];
    bins[threadIdx.x & 15] = 0;
    __syncthreads();
    atomicAdd(&bins[i[0] & 15], 1);
    i[1] = atomicSub(&i[2], 3) + atomicExch(&i[3], 4) + atomicMin(&i[4], 5) + atomicMax(&i[5], 6) + atomicAnd(&i[6], 7) + atomicOr(&i[7], 8) + atomicXor(&i[8], 9) + atomicCAS(&i[9], 1, 2);
    u[0] = atomicInc(&u[1], 10) + atomicDec(&u[2], 11) + atomicMin(&u[3], 4u);
    l[0] = atomicAdd(&l[1], 5ull) + atomicCAS(&l[2], 3ull, 4ull) + atomicMax(&l[3], 9ull);
    atomicAdd(f, 1.0f); atomicAdd(d, 2.0); f[1] = atomicExch(&f[2], 3.0f);
    atomicAdd_block(&i[10], 1); atomicAdd_system(&i[11], 1);
    __threadfence(); __threadfence_block(); __threadfence_system();
}
