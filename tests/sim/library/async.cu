// cuda::barrier, cuda::latch, cuda::semaphore, cuda::pipeline, and the copies that they wait for.
#include <cooperative_groups.h>
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#include <cuda/discard_memory>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#include "library.h"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__device__ alignas(128) int numbers[4096];

__device__ void fill()
{
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        numbers[i] = noise(i);
    __threadfence();
    __syncthreads();
}

TEST(barriers, 128)
{
    __shared__ Barrier barrier;
    __shared__ int s[128];
    if (threadIdx.x == 0)
        init(&barrier, 128);
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        s[threadIdx.x] = threadIdx.x * round;
        barrier.arrive_and_wait();
        EXPECT(s[(threadIdx.x + 37) % 128] == (threadIdx.x + 37) % 128 * round);
        auto token = barrier.arrive();
        barrier.wait(cuda::std::move(token));
    }
    s[threadIdx.x] = -1;
    auto token = barrier.arrive();
    while (!barrier.try_wait_for(cuda::std::move(token), cuda::std::chrono::microseconds(3)))
        ;
    EXPECT(s[127 - threadIdx.x] == -1);
    __syncthreads();
    if (threadIdx.x >= 64) {
        barrier.arrive_and_drop();
        return;
    }
    s[threadIdx.x] = 5;
    barrier.arrive_and_wait();
    EXPECT(s[63 - threadIdx.x] == 5);
    barrier.wait_parity(cuda::device::barrier_native_handle(barrier) != nullptr);
}

struct Completion {
    int *count;
    __device__ void operator()() { ++*count; }
};
TEST(completions, 64)
{
    __shared__ int count;
    __shared__ cuda::std::aligned_storage_t<sizeof(cuda::barrier<cuda::thread_scope_block, Completion>), 16> room;
    auto *barrier = (cuda::barrier<cuda::thread_scope_block, Completion> *)&room;
    if (threadIdx.x == 0) {
        count = 0;
        new (barrier) cuda::barrier<cuda::thread_scope_block, Completion>(64, Completion{&count});
    }
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        barrier->arrive_and_wait();
        EXPECT(count == i + 1);
        __syncthreads();
    }
}

TEST(latches, 64)
{
    using Latch = cuda::latch<cuda::thread_scope_block>;
    using Two = cuda::counting_semaphore<cuda::thread_scope_block, 2>;
    using One = cuda::binary_semaphore<cuda::thread_scope_block>;
    __shared__ alignas(16) char room[3][64];
    Latch &latch = *(Latch *)room[0];
    Two &two = *(Two *)room[1];
    One &one = *(One *)room[2];
    __shared__ int inside, sum;
    if (threadIdx.x == 0) {
        new (&latch) Latch(64);
        new (&two) Two(2);
        new (&one) One(1);
        inside = sum = 0;
    }
    __syncthreads();
    two.acquire();
    EXPECT(atomicAdd(&inside, 1) < 2);
    atomicSub(&inside, 1);
    two.release();
    one.acquire();
    sum += threadIdx.x;
    one.release();
    latch.arrive_and_wait();
    EXPECT(latch.try_wait());
    one.acquire();
    EXPECT(sum == 2016);
    one.release();
}

TEST(barrier_copies, 128)
{
    __shared__ alignas(16) int s[1024];
    __shared__ Barrier barrier;
    fill();
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        init(&barrier, 128);
    block.sync();
    cuda::memcpy_async(block, s, numbers + 64, cuda::aligned_size_t<16>(sizeof s), barrier);
    barrier.arrive_and_wait();
    for (int i = threadIdx.x; i < 1024; i += 128)
        EXPECT(s[i] == (int)noise(i + 64));
    block.sync();
    cuda::memcpy_async(s + threadIdx.x * 8, numbers + threadIdx.x * 16, 12, barrier);
    barrier.arrive_and_wait();
    EXPECT(s[threadIdx.x * 8 + 2] == (int)noise(threadIdx.x * 16 + 2));
    block.sync();
    cuda::memcpy_async(block, numbers, s, 100, barrier);
    barrier.arrive_and_wait();
    EXPECT(threadIdx.x >= 25 || numbers[threadIdx.x] == s[threadIdx.x]);
}

template <int stages> __device__ void staged(bool unified)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ alignas(16) int s[stages][128];
    auto block = cg::this_thread_block();
    auto pipe = unified ? cuda::make_pipeline(block, &state)
                        : cuda::make_pipeline(block, &state, threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    auto half = cg::tiled_partition<32>(block);
    int begun = 0, sum = 0, wanted = 0;
    for (int batch = 0; batch < 12; batch++) {
        bool produces = unified || threadIdx.x < 32, consumes = unified || threadIdx.x >= 32;
        for (; produces && begun < 12 && begun < batch + stages; begun++) {
            pipe.producer_acquire();
            if (unified)
                cuda::memcpy_async(block, s[begun % stages], numbers + begun * 128, cuda::aligned_size_t<16>(512), pipe);
            else
                cuda::memcpy_async(half, s[begun % stages], numbers + begun * 128, cuda::aligned_size_t<16>(512), pipe);
            pipe.producer_commit();
        }
        if (consumes) {
            pipe.consumer_wait();
            sum += s[batch % stages][(threadIdx.x + 5) % 128];
            pipe.consumer_release();
            wanted += noise(batch * 128 + (threadIdx.x + 5) % 128);
        }
    }
    EXPECT(sum == wanted);
    block.sync();
}
TEST(pipelines, 128) { fill(); staged<1>(true); staged<2>(true); staged<4>(true); staged<3>(false); }

TEST(thread_pipelines, 64)
{
    __shared__ alignas(16) int s[3][64 * 4];
    fill();
    auto pipe = cuda::make_pipeline();
    for (int i = 0; i < 3; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i][threadIdx.x * 4], numbers + i * 256 + threadIdx.x * 4, cuda::aligned_size_t<16>(16), pipe);
        pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    EXPECT(s[1][threadIdx.x * 4 + 3] == (int)noise(256 + threadIdx.x * 4 + 3));
    pipe.consumer_release();
    pipe.consumer_wait();
    pipe.quit();
    __pipeline_memcpy_async(&s[0][threadIdx.x * 4], numbers + 1024 + threadIdx.x * 2, 8, 0);
    __pipeline_memcpy_async(&s[1][threadIdx.x * 4], numbers + 2048 + threadIdx.x * 4, 16, 6);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    EXPECT(s[0][threadIdx.x * 4 + 1] == (int)noise(1024 + threadIdx.x * 2 + 1));
    EXPECT(s[1][threadIdx.x * 4 + 3] == 0 && s[1][threadIdx.x * 4 + 1] == (int)noise(2048 + threadIdx.x * 4 + 1));
}

TEST(primitives, 64)
{
    __shared__ __mbarrier_t barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        __mbarrier_init(&barrier, 64);
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    auto token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token))
        ;
    EXPECT(s[63 - threadIdx.x] == 63 - threadIdx.x);
    token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait(&barrier, token, 1000))
        ;
    EXPECT(__mbarrier_token_pending_count(token) >= 1);
    __syncthreads();
    if (threadIdx.x == 0)
        __mbarrier_inval(&barrier);
}

TEST(bulk_copies, 128, 1, 90)
{
#if __CUDA_ARCH__ >= 900
    namespace ptx = cuda::ptx;
    __shared__ alignas(128) int s[1024];
    __shared__ Barrier barrier;
    fill();
    if (threadIdx.x == 0) {
        init(&barrier, 128);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(s, numbers, cuda::aligned_size_t<16>(sizeof s), barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof s);
    } else {
        token = barrier.arrive();
    }
    barrier.wait(cuda::std::move(token));
    for (int i = threadIdx.x; i < 1024; i += 128) {
        EXPECT(s[i] == (int)noise(i));
        s[i] += 3;
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, numbers, s, 2048);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, numbers + 512, s + 512, 2048);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 512; i += 128) {
        EXPECT(numbers[i] == (int)noise(i) + 3);
        EXPECT(numbers[i + 512] == (int)(2 * noise(i + 512) + 3));
    }
    auto at = (unsigned long long *)cuda::device::barrier_native_handle(barrier);
    __syncthreads();
    if (threadIdx.x == 5) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, at, 16);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, numbers, 16, at);
    }
    unsigned seen = 0;
    if (threadIdx.x < 127)
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, at, 1);
    while (!ptx::mbarrier_try_wait_parity(at, 1))
        seen++;
    EXPECT(s[3] == numbers[3]);
#endif
}

TEST(between_blocks, 32, 2, 90, 0, 2)
{
#if __CUDA_ARCH__ >= 900
    namespace ptx = cuda::ptx;
    __shared__ alignas(16) unsigned long long barrier;
    __shared__ alignas(16) int s[64];
    auto cluster = cg::this_cluster();
    unsigned other = cluster.block_rank() ^ 1;
    for (int i = threadIdx.x; i < 64; i += 32)
        s[i] = 1000;
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    cluster.sync();
    auto *theirs = cluster.map_shared_rank(&barrier, other);
    int *their_s = cluster.map_shared_rank(s, other);
    if (threadIdx.x == 0)
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 32 * 4 + 32 * 4);
    ptx::st_async(their_s + threadIdx.x, (int)threadIdx.x * 3, theirs);
    ptx::red_async(ptx::op_add, their_s + 32 + threadIdx.x / 2, 5, theirs);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &barrier, 0))
        ;
    EXPECT(s[threadIdx.x] == (int)threadIdx.x * 3);
    EXPECT(s[32 + threadIdx.x] == (threadIdx.x < 16 ? 1010 : 1000));
    cluster.sync();
    EXPECT(ptx::getctarank(ptx::space_cluster, theirs) == other);
#endif
}

TEST(pointers, 32)
{
    fill();
    cuda::annotated_ptr<int, cuda::access_property::persisting> kept(numbers);
    cuda::annotated_ptr<const int, cuda::access_property::streaming> streamed(numbers);
    EXPECT(kept[threadIdx.x] == (int)noise(threadIdx.x) && streamed[threadIdx.x + 1] == (int)noise(threadIdx.x + 1));
    __syncthreads();
    kept[threadIdx.x] = 4;
    EXPECT(*cuda::associate_access_property(numbers + threadIdx.x, cuda::access_property::normal()) == 4);
    cuda::apply_access_property(numbers, 1024, cuda::access_property::persisting());
    __syncthreads();
    if (threadIdx.x == 0)
        cuda::discard_memory(numbers + 1024, 1024);
}
