// The address of a thread's own array is given to its neighbour by a shuffle.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// arg: i32=3
// wrong: wrong-space
// says: handed on
extern "C" __global__ void k(int *out, int n)
{
    int mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = threadIdx.x * 10 + i;
    unsigned long long address = (unsigned long long)&mine[n % 4];
    address = __shfl_sync(0xffffffff, address, (threadIdx.x + 1) % 32); // <--
    out[threadIdx.x] = *(int *)address; // <--
}
