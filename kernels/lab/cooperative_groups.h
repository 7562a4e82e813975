/* The common part of cooperative groups: thread_block, coalesced_threads, thread_block_tile,
 * tiled_partition, with sync, rank, size, shuffles and votes. A source that includes one of
 * cooperative_groups/... gets the toolkit's own instead. */
#pragma once

namespace cooperative_groups
{

class thread_block
{
  public:
    static __device__ void sync()
    {
        __syncthreads();
    }
    static __device__ unsigned int size()
    {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    static __device__ unsigned int num_threads()
    {
        return size();
    }
    static __device__ unsigned int thread_rank()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    static __device__ dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    static __device__ dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    static __device__ dim3 group_dim()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    static __device__ dim3 dim_threads()
    {
        return group_dim();
    }
};

__device__ inline thread_block this_thread_block()
{
    return thread_block();
}

/* What tiles and coalesced groups share: a set of lanes of one warp. */
class lane_group
{
  protected:
    unsigned int mask;
    __device__ explicit lane_group(unsigned int lanes) : mask(lanes)
    {
    }
    static __device__ unsigned int lane()
    {
        unsigned int value;
        asm("mov.u32 %0, %%laneid;" : "=r"(value));
        return value;
    }

  public:
    __device__ void sync() const
    {
        __syncwarp(mask);
    }
    __device__ unsigned int size() const
    {
        return __popc(mask);
    }
    __device__ unsigned int num_threads() const
    {
        return size();
    }
    __device__ unsigned int thread_rank() const
    {
        return __popc(mask & ((1u << lane()) - 1u));
    }
    __device__ int any(int predicate) const
    {
        return __any_sync(mask, predicate);
    }
    __device__ int all(int predicate) const
    {
        return __all_sync(mask, predicate);
    }
};

class coalesced_group : public lane_group
{
    __device__ unsigned int lane_of(unsigned int rank) const
    {
        return __fns(mask, 0, rank + 1);
    }
    /* The votes of the group's lanes, packed to the front. */
    __device__ unsigned int packed(unsigned int votes) const
    {
        unsigned int result = 0, rank = 0;
        for (unsigned int left = mask; left; left &= left - 1, rank++)
            result |= (votes >> (__ffs(left) - 1) & 1u) << rank;
        return result;
    }

  public:
    __device__ explicit coalesced_group(unsigned int lanes) : lane_group(lanes)
    {
    }
    template <class T> __device__ T shfl(T value, unsigned int rank) const
    {
        return __shfl_sync(mask, value, lane_of(rank));
    }
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask, value, lane_of(rank >= delta ? rank - delta : rank));
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask, value, lane_of(rank + delta < size() ? rank + delta : rank));
    }
    __device__ unsigned int ballot(int predicate) const
    {
        return packed(__ballot_sync(mask, predicate));
    }
};

__device__ inline coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

template <unsigned int Size, class Parent = thread_block>
class thread_block_tile : public lane_group
{
    static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");
    unsigned int meta_rank;
    static __device__ unsigned int first_lane()
    {
        return lane() & ~(Size - 1u);
    }

  public:
    __device__ explicit thread_block_tile(unsigned int block_rank)
        : lane_group((Size == 32 ? ~0u : (1u << Size % 32) - 1u) << first_lane()),
          meta_rank(block_rank / Size)
    {
    }
    static constexpr __device__ unsigned int size()
    {
        return Size;
    }
    static constexpr __device__ unsigned int num_threads()
    {
        return Size;
    }
    static __device__ unsigned int thread_rank()
    {
        return lane() & (Size - 1u);
    }
    __device__ unsigned int meta_group_rank() const
    {
        return meta_rank;
    }
    __device__ unsigned int meta_group_size() const
    {
        return (thread_block::size() + Size - 1) / Size;
    }
    template <class T> __device__ T shfl(T value, int rank) const
    {
        return __shfl_sync(mask, value, rank, Size);
    }
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        return __shfl_up_sync(mask, value, delta, Size);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        return __shfl_down_sync(mask, value, delta, Size);
    }
    template <class T> __device__ T shfl_xor(T value, unsigned int lanes) const
    {
        return __shfl_xor_sync(mask, value, lanes, Size);
    }
    __device__ unsigned int ballot(int predicate) const
    {
        return (__ballot_sync(mask, predicate) & mask) >> first_lane();
    }
    template <class T> __device__ unsigned int match_any(T value) const
    {
        return (__match_any_sync(mask, value) & mask) >> first_lane();
    }
};

template <unsigned int Size>
__device__ inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<Size, thread_block>(thread_block::thread_rank());
}

template <unsigned int Size, unsigned int From, class Parent>
__device__ inline thread_block_tile<Size, thread_block_tile<From, Parent>>
tiled_partition(const thread_block_tile<From, Parent> &parent)
{
    static_assert(Size <= From, "a part is no larger than the whole");
    return thread_block_tile<Size, thread_block_tile<From, Parent>>(parent.thread_rank());
}

#if __CUDA_ARCH__ >= 900
/* The blocks that run together and reach each other's shared memory. */
class cluster_group
{
  public:
    __device__ static void barrier_arrive()
    {
        __cluster_barrier_arrive();
    }
    __device__ static void barrier_wait()
    {
        __cluster_barrier_wait();
    }
    __device__ static void sync()
    {
        barrier_arrive();
        barrier_wait();
    }
    __device__ static unsigned int query_shared_rank(const void *address)
    {
        return __cluster_query_shared_rank(address);
    }
    template <class T> __device__ static T *map_shared_rank(T *address, int rank)
    {
        return (T *)__cluster_map_shared_rank((const void *)address, rank);
    }
    __device__ static dim3 block_index()
    {
        return __clusterRelativeBlockIdx();
    }
    __device__ static unsigned int block_rank()
    {
        return __clusterRelativeBlockRank();
    }
    __device__ static dim3 dim_blocks()
    {
        return __clusterDim();
    }
    __device__ static unsigned int num_blocks()
    {
        return __clusterSizeInBlocks();
    }
    __device__ static unsigned int thread_rank()
    {
        unsigned int in_block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        return block_rank() * blockDim.x * blockDim.y * blockDim.z + in_block;
    }
    __device__ static unsigned int num_threads()
    {
        return num_blocks() * blockDim.x * blockDim.y * blockDim.z;
    }
    __device__ static unsigned int size()
    {
        return num_threads();
    }
};

__device__ inline cluster_group this_cluster()
{
    return cluster_group();
}
#endif

template <class Group> __device__ inline void sync(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups
