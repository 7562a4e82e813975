// cooperative_groups: groups of every kind, and what they do together.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>

#include "library.h"

namespace cg = cooperative_groups;

template <typename Group> __device__ void basics(const Group &group)
{
    unsigned long long size = group.size(), rank = group.thread_rank();
    EXPECT(rank < size);
    int value = noise(threadIdx.x) % 1000;
    int sum = cg::reduce(group, (int)rank, cg::plus<int>());
    EXPECT(sum == (int)(size * (size - 1) / 2));
    EXPECT(cg::reduce(group, (long long)rank - 5, cg::greater<long long>()) == (long long)size - 6);
    EXPECT(cg::reduce(group, (unsigned)rank, cg::less<unsigned>()) == 0);
    EXPECT(cg::reduce(group, 1u << rank % 32, cg::bit_or<unsigned>()) == (size >= 32 ? ~0u : (1u << size) - 1));
    EXPECT(cg::reduce(group, ~(1u << rank % 32), cg::bit_and<unsigned>()) == (size >= 32 ? 0 : ~((1u << size) - 1)));
    EXPECT(cg::reduce(group, (float)rank, cg::plus<float>()) == size * (size - 1) / 2);
    EXPECT(cg::reduce(group, (double)rank, [](double a, double b) { return a > b ? a : b; }) == size - 1);
    int before = cg::exclusive_scan(group, (int)rank + 1, cg::plus<int>());
    EXPECT(before == (int)(rank * (rank + 1) / 2));
    int with = cg::inclusive_scan(group, (int)rank + 1);
    EXPECT(with == (int)((rank + 1) * (rank + 2) / 2));
    EXPECT(cg::inclusive_scan(group, value, cg::greater<int>()) >= value);
    group.sync();
}

template <typename Group> __device__ void exchanges(const Group &group)
{
    int size = group.size(), rank = group.thread_rank();
    EXPECT(group.shfl(rank * 3, size - 1) == (size - 1) * 3);
    EXPECT(group.shfl_down(rank, 1) == (rank + 1 < size ? rank + 1 : rank));
    EXPECT(group.shfl_up(rank, 1) == (rank ? rank - 1 : 0));
    EXPECT(group.any(rank == size - 1) && !group.all(rank == 0 && size > 1));
    EXPECT(group.ballot(rank % 2 == 0) == (0x55555555u & (size == 32 ? ~0u : (1u << size) - 1)));
    EXPECT(group.match_any(rank / 2) == (3u << (rank & ~1) & (size == 32 ? ~0u : (1u << size) - 1)));
    int same;
    EXPECT(group.match_all(7, same) == (size == 32 ? ~0u : (1u << size) - 1) && same);
    struct { double a; int b[3]; } wide = {rank + 0.5, {rank, 2, 3}};
    EXPECT(group.shfl(wide, 0).a == 0.5);
}

TEST(tiles, 128)
{
    auto block = cg::this_thread_block();
    EXPECT(block.thread_rank() == threadIdx.x && block.size() == 128 && block.group_index().x == blockIdx.x);
    auto t32 = cg::tiled_partition<32>(block);
    basics(t32), exchanges(t32);
    EXPECT(t32.meta_group_rank() == threadIdx.x / 32 && t32.meta_group_size() == 4);
    EXPECT(t32.shfl_xor(threadIdx.x, 9) == (threadIdx.x ^ 9));
    auto t16 = cg::tiled_partition<16>(t32);
    basics(t16), exchanges(t16);
    auto t4 = cg::tiled_partition<4>(block);
    basics(t4), exchanges(t4);
    auto t1 = cg::tiled_partition<1>(t4);
    basics(t1);
    auto run_time = cg::tiled_partition(block, 8);
    basics(cg::tiled_partition<8>(block));
    EXPECT(run_time.size() == 8 && run_time.thread_rank() == threadIdx.x % 8);
    run_time.sync();
}

TEST(large_tiles, 256)
{
    __shared__ cg::block_tile_memory<256> memory;
    auto block = cg::this_thread_block(memory);
    auto t64 = cg::tiled_partition<64>(block);
    EXPECT(t64.thread_rank() == threadIdx.x % 64);
    EXPECT(cg::reduce(t64, 1, cg::plus<int>()) == 64);
    EXPECT(t64.shfl((int)threadIdx.x, 40) == (int)(threadIdx.x / 64 * 64 + 40));
    EXPECT(t64.any(threadIdx.x % 64 == 63) && !t64.all(threadIdx.x % 64));
    auto t128 = cg::tiled_partition<128>(block);
    EXPECT(cg::exclusive_scan(t128, 2) == (int)(threadIdx.x % 128) * 2);
    t128.sync();
}

TEST(coalesced, 96)
{
    auto block = cg::this_thread_block();
    auto t32 = cg::tiled_partition<32>(block);
    if (threadIdx.x % 3 != 1) {
        auto active = cg::coalesced_threads();
        basics(active), exchanges(active);
    }
    __syncwarp();
    auto parts = cg::labeled_partition(t32, (int)(threadIdx.x % 5));
    EXPECT(parts.size() == (32 + 4 - (threadIdx.x % 5 + 5 - threadIdx.x / 32 * 32 % 5) % 5) / 5);
    basics(parts), exchanges(parts);
    auto halves = cg::binary_partition(t32, threadIdx.x % 32 < 10);
    EXPECT(halves.size() == (threadIdx.x % 32 < 10 ? 10 : 22));
    basics(halves);
    cg::invoke_one(t32, [] { atomicAdd(tally, 0); });
    int told = cg::invoke_one_broadcast(t32, [&] { return (int)threadIdx.x / 32; });
    EXPECT(told == threadIdx.x / 32);
}

TEST(collectives_of_a_block, 128)
{
    auto block = cg::this_thread_block();
    __shared__ int from[512], to[512];
    for (int i = threadIdx.x; i < 512; i += 128)
        from[i] = i * 7;
    block.sync();
    auto token = block.barrier_arrive();
    block.barrier_wait(cuda::std::move(token));
    auto t32 = cg::tiled_partition<32>(block);
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    block.sync();
    cg::reduce_update_async(t32, *(cuda::atomic<int, cuda::thread_scope_block> *)&sum, (int)threadIdx.x, cg::plus<int>());
    block.sync();
    EXPECT(sum == 127 * 64);
    cg::reduce_store_async(t32, to + threadIdx.x / 32, 1, cg::plus<int>());
    block.sync();
    EXPECT(to[threadIdx.x / 32] == 32);
}

__device__ int numbers[512];
// Lanes that a short copy leaves over copy its last element once more.
// finds race/shared-race: copies
TEST(copies, 128)
{
    auto block = cg::this_thread_block();
    __shared__ alignas(16) int to[512];
    for (int i = threadIdx.x; i < 512; i += 128)
        numbers[i] = i * 7;
    block.sync();
    cg::memcpy_async(block, to, numbers, sizeof(int) * 300);
    cg::wait(block);
    for (int i = threadIdx.x; i < 300; i += 128)
        EXPECT(to[i] == i * 7);
    block.sync();
    cg::memcpy_async(block, to, numbers + 256, sizeof(int) * 128);
    cg::memcpy_async(block, to + 256, numbers, cuda::aligned_size_t<16>(sizeof(int) * 128));
    cg::wait_prior<1>(block);
    EXPECT(to[threadIdx.x] == (threadIdx.x + 256) * 7);
    cg::wait(block);
    EXPECT(to[256 + threadIdx.x] == threadIdx.x * 7);
    block.sync();
    auto t32 = cg::tiled_partition<32>(block);
    cg::memcpy_async(t32, to + t32.meta_group_rank() * 64, numbers, sizeof(int) * 61);
    cg::wait(t32);
    EXPECT(to[t32.meta_group_rank() * 64 + threadIdx.x % 32 + 29] == (threadIdx.x % 32 + 29) * 7);
}

TEST(whole_grid, 64, 6)
{
    auto grid = cg::this_grid();
    EXPECT(grid.is_valid() && grid.size() == 384 && grid.thread_rank() == blockIdx.x * 64 + threadIdx.x);
    EXPECT(grid.block_rank() == blockIdx.x && grid.num_blocks() == 6);
    for (int round = 0; round < 3; round++) {
        numbers[grid.thread_rank()] = round * 1000 + grid.thread_rank();
        grid.sync();
        int other = (grid.thread_rank() + 64 * (round + 1)) % 384;
        EXPECT(numbers[other] == round * 1000 + other);
        auto token = grid.barrier_arrive();
        grid.barrier_wait(cuda::std::move(token));
    }
}

TEST(clusters, 64, 8, 90, 0, 4)
{
#if __CUDA_ARCH__ >= 900
    auto cluster = cg::this_cluster();
    __shared__ int mine[64];
    EXPECT(cluster.num_blocks() == 4 && cluster.block_rank() == blockIdx.x % 4 && cluster.num_threads() == 256);
    mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    cluster.sync();
    int other = (cluster.block_rank() + 1) % 4;
    int *theirs = cluster.map_shared_rank(mine, other);
    EXPECT(theirs[threadIdx.x] == (int)(blockIdx.x / 4 * 4 + other) * 100 + threadIdx.x);
    EXPECT(cluster.query_shared_rank(theirs) == other);
    auto token = cluster.barrier_arrive();
    cluster.barrier_wait(cuda::std::move(token));
    if (threadIdx.x == 0)
        theirs[5] = 7;
    cluster.sync();
    EXPECT(mine[5] == 7);
#endif
}
