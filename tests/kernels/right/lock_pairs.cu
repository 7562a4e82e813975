// Transfers between random accounts, each under the locks of both, taken in their order: thousands
// of locks, released tens of thousands of times, are to take no longer for that.
// only: own target
// launch: --grid 64 --block 128
// arg: inout:i32[4096]=constant:0
// arg: inout:i32[4096]=constant:100
// out 0 = [0] * 4096
#define ACCOUNTS 4096
extern "C" __global__ void k(int *lock, int *balance)
{
    unsigned random = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
    for (int round = 0; round < 8; round++) {
        random = random * 1664525u + 1013904223u;
        int a = random >> 8 & (ACCOUNTS - 1);
        int b = (a + 1 + (random >> 20) % (ACCOUNTS - 1)) & (ACCOUNTS - 1);
        int low = min(a, b), high = max(a, b);
        for (bool done = false; !done;) {
            if (atomicCAS(&lock[low], 0, 1) == 0) {
                if (atomicCAS(&lock[high], 0, 1) == 0) {
                    __threadfence();
                    balance[a]--;
                    balance[b]++;
                    __threadfence();
                    atomicExch(&lock[high], 0);
                    done = true;
                }
                atomicExch(&lock[low], 0);
            }
        }
    }
}
