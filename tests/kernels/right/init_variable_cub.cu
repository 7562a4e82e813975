// cub loads part of a tile: the items past the end stay unset, and take part in nothing that counts.
// launch: --grid 1 --block 64
// arg: in:i32[200]=@x
// arg: out:i32[200]
// arg: i32=200
// data x = [(i * 29) % 113 for i in range(200)]
// out 1 = [sum(x[: i + 1]) for i in range(200)]
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
extern "C" __global__ void k(const int *in, int *out, int n)
{
    using Load = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
    using Scan = cub::BlockScan<int, 64>;
    using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Store::TempStorage store;
    } room;
    int items[4];
    Load(room.load).Load(in, items, n);
    __syncthreads();
    Scan(room.scan).InclusiveSum(items, items);
    __syncthreads();
    Store(room.store).Store(out, items, n);
}
