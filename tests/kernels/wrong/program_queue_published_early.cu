// A bounded queue whose cell is published before its value is there.
// launch: --grid 8 --block 1
// arg: inout:u64[32]=constant:0
// arg: inout:u32[2]=constant:0
// arg: inout:u32[1]=constant:0
// arg: u32=16
// wrong: global-race
#include <cuda/atomic>
struct Cell { unsigned sequence, value; unsigned long long pad; };
using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__device__ bool put(Cell *cells, unsigned *tail, unsigned size, unsigned value)
{
    unsigned at = Word(*tail).load(cuda::memory_order_relaxed);
    for (;;) {
        Cell *cell = &cells[at % size];
        unsigned s = Word(cell->sequence).load(cuda::memory_order_acquire);
        unsigned want = at / size * 2;
        if (s == want) {
            if (Word(*tail).compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
                Word(cell->sequence).store(want + 1, cuda::memory_order_release);
                cell->value = value;        // <--
                return true;
            }
        } else if (s < want) {
            return false;
        } else {
            at = Word(*tail).load(cuda::memory_order_relaxed);
        }
    }
}
__device__ bool take(Cell *cells, unsigned *head, unsigned size, unsigned *value)
{
    unsigned at = Word(*head).load(cuda::memory_order_relaxed);
    for (;;) {
        Cell *cell = &cells[at % size];
        unsigned s = Word(cell->sequence).load(cuda::memory_order_acquire);
        unsigned want = at / size * 2 + 1;
        if (s == want) {
            if (Word(*head).compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
                *value = cell->value;      // <--
                Word(cell->sequence).store(want + 1, cuda::memory_order_release);
                return true;
            }
        } else if (s < want) {
            return false;
        } else {
            at = Word(*head).load(cuda::memory_order_relaxed);
        }
    }
}
extern "C" __global__ void k(Cell *cells, unsigned *ends, unsigned *sum, unsigned size)
{
    if (blockIdx.x < 4) {
        for (unsigned k = 0; k < 20; k++)
            while (!put(cells, &ends[0], size, blockIdx.x * 100 + k)) __nanosleep(50);
    } else {
        unsigned got = 0;
        for (unsigned k = 0; k < 20; k++) {
            unsigned v;
            while (!take(cells, &ends[1], size, &v)) __nanosleep(50);
            got += v;
        }
        atomicAdd(sum, got);
    }
}
