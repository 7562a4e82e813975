// The number of turns, and with it of barriers, differs between threads.
// launch: --grid 1 --block 64
// arg: inout:i32[64]=constant:0
// wrong: divergent-barrier
// also: deadlock
extern "C" __global__ void k(int *a)
{
    int turns = threadIdx.x < 32 ? 3 : 2;
    for (int t = 0; t < turns; t++) {
        a[threadIdx.x] += t;
        __syncthreads(); // <--
    }
    a[threadIdx.x] *= 2;
    __syncthreads(); // <--
    a[threadIdx.x] += 1;
}
