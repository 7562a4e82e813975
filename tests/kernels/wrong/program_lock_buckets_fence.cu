// The lock is let go without a fence behind the bucket's data.
// wrong: global-race
// only: own target
// launch: --grid 4 --block 64
// arg: in:i32[256]=@x
// arg: inout:i32[16]=constant:0
// arg: inout:i32[16]=constant:0
// arg: out:i32[1024]
// data x = [(i * 7) % 90 for i in range(256)]
struct Table {
    int *locks, *sizes, *items;
};

__device__ bool add(Table table, int key)
{
    int b = key % 16;
    bool fresh = true;
    for (bool done = false; !done;) {
        if (atomicCAS(&table.locks[b], 0, 1) == 0) {
            __threadfence();
            int size = table.sizes[b]; // <--
            for (int i = 0; i < size; i++)
                if (table.items[b * 64 + i] == key) // <--
                    fresh = false;
            if (fresh) {
                table.items[b * 64 + size] = key; // <--
                table.sizes[b] = size + 1; // <--
            }
            atomicExch(&table.locks[b], 0);
            done = true;
        }
    }
    return fresh;
}

extern "C" __global__ void k(const int *keys, int *locks, int *sizes, int *items)
{
    Table table{locks, sizes, items};
    int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x % 32 == lane) {
            add(table, key);
        }
}
