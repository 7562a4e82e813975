// A hash table: who puts the key in writes the value, then says that it is there; others wait for that.
// launch: --grid 4 --block 64
// arg: inout:i32[64]=constant:-1
// arg: inout:i32[64]=constant:0
// arg: inout:i32[64]=constant:0
// arg: out:i32[256]
// out 3 = [(i % 32) * 10 for i in range(256)]
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void k(int *keys, int *values, int *there, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x, key = i % 32;
    for (int at = key * 7 % 64;; at = (at + 1) % 64) {
        int seen = atomicCAS(&keys[at], -1, key);
        if (seen == -1) {
            values[at] = key * 10;
            Word(there[at]).store(1, cuda::std::memory_order_release);
            seen = key;
        }
        if (seen == key) {
            while (Word(there[at]).load(cuda::std::memory_order_acquire) == 0)
                ;
            out[i] = values[at];
            break;
        }
    }
}
